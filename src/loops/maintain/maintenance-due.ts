const EVERY_EPOCHS = 10;

/** Whether maintenance is due after the sealed live session with that number. */
export function maintenanceDue(epoch: number): boolean {
  return epoch > 0 && epoch % EVERY_EPOCHS === 0;
}

/** Key of the audit that is due after a session; null: none is. An imported one, without a number, asks for none. */
export function maintenanceAfter(epoch: number | null): string | null {
  return epoch !== null && maintenanceDue(epoch) ? `maintain:${epoch}` : null;
}
