const EVERY_EPOCHS = 10;

/** Whether maintenance is due after the sealed live session with that number. */
export function maintenanceDue(epoch: number): boolean {
  return epoch > 0 && epoch % EVERY_EPOCHS === 0;
}
