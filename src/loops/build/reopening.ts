/** Whether a closed proposal opens again: the sessions it stands on have doubled since. */
export function reopens(sessionsWhenClosed: number, sessionsNow: number): boolean {
  return sessionsNow >= 2 * Math.max(1, sessionsWhenClosed);
}
