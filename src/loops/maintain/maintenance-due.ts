const EVERY_EPOCHS = 10;

/** Whether maintenance is due after the sealed live session with that number. */
export function maintenanceDue(epoch: number): boolean {
  return epoch > 0 && epoch % EVERY_EPOCHS === 0;
}

/** The newest session after which maintenance was due, up to one; null: none yet. */
export function lastMaintenance(epoch: number): number | null {
  const last = epoch - (epoch % EVERY_EPOCHS);
  return last > 0 ? last : null;
}
