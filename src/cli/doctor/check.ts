/** One finding. `fail`: Praxis cannot work here; `warn`: it works, with less; `skip`: nothing to check. */
export interface Check {
  readonly check: string;
  readonly status: 'ok' | 'warn' | 'fail' | 'skip';
  readonly detail: string;
  /** What to do; null where nothing is to be done. */
  readonly hint: string | null;
}

export function ok(check: string, detail: string): Check {
  return { check, status: 'ok', detail, hint: null };
}

export function skip(check: string, detail: string): Check {
  return { check, status: 'skip', detail, hint: null };
}

export function warn(check: string, detail: string, hint: string): Check {
  return { check, status: 'warn', detail, hint };
}

export function fail(check: string, detail: string, hint: string): Check {
  return { check, status: 'fail', detail, hint };
}
