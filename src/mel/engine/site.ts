import type { Scope } from './read-path.ts';

/** Address of an expression below its statement, written out only where it is wanted. */
export interface Address {
  readonly above: Address | null;
  readonly label: string;
}

export function addressText(address: Address | null): string {
  const labels: string[] = [];
  for (let at = address; at !== null; at = at.above) labels.push(at.label);
  return labels.reverse().join('.');
}

/** Where an expression is compiled. */
export interface Site {
  readonly scope: Scope;
  /** Address of the statement, gate or computed in the schema. */
  readonly nodePath: string;
  readonly address: Address | null;
  /** Callbacks around the place. */
  readonly depth: number;
}

/** The site of an operand. */
export function below(site: Site, label: string): Site {
  const { scope, nodePath, depth } = site;
  return { scope, nodePath, depth, address: { above: site.address, label } };
}
