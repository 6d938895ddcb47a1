/** The strongly connected parts of a graph that hold a cycle (self-loops too), each as one cycle from its first node on. */
export function findCycles(nodes: readonly string[], next: (node: string) => readonly string[]): readonly string[][] {
  const part = parts(nodes, next);
  const cycles: string[][] = [];
  const seen = new Set<number>();
  for (const node of nodes) {
    const own = part.get(node);
    if (own === undefined || seen.has(own)) continue;
    const cycle = shortestCycle(node, (from) => next(from).filter((to) => part.get(to) === own));
    if (cycle === null) continue;
    seen.add(own);
    cycles.push(cycle);
  }
  return cycles;
}

/** Nodes of one way from `start` back to it, `start` once. */
function shortestCycle(start: string, next: (node: string) => readonly string[]): string[] | null {
  const cameFrom = new Map<string, string>();
  const pending = [start];
  for (const node of pending) {
    for (const to of next(node)) {
      if (to === start) {
        const cycle = [node];
        for (let at = node; at !== start; ) {
          at = cameFrom.get(at) ?? start;
          cycle.push(at);
        }
        return cycle.reverse();
      }
      if (cameFrom.has(to)) continue;
      cameFrom.set(to, node);
      pending.push(to);
    }
  }
  return null;
}

/** Tarjan's numbering, without recursion: nodes with the same number reach each other. */
function parts(nodes: readonly string[], next: (node: string) => readonly string[]): ReadonlyMap<string, number> {
  const order = new Map<string, number>();
  const low = new Map<string, number>();
  const part = new Map<string, number>();
  const open: string[] = [];
  for (const root of nodes) {
    if (order.has(root)) continue;
    const path = [enter(root)];
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const child = frame.children[frame.at];
      frame.at += 1;
      if (child !== undefined) {
        if (!order.has(child)) path.push(enter(child));
        else if (!part.has(child)) lower(frame.node, order.get(child));
        continue;
      }
      path.pop();
      const parent = path.at(-1);
      if (parent !== undefined) lower(parent.node, low.get(frame.node));
      if (low.get(frame.node) === order.get(frame.node)) close(frame.node);
    }
  }
  return part;

  function enter(node: string): { readonly node: string; readonly children: readonly string[]; at: number } {
    order.set(node, order.size);
    low.set(node, order.size - 1);
    open.push(node);
    return { node, children: next(node), at: 0 };
  }

  function lower(node: string, to: number | undefined): void {
    const own = low.get(node);
    if (own !== undefined && to !== undefined && to < own) low.set(node, to);
  }

  function close(root: string): void {
    const number = order.get(root) ?? 0;
    for (let node = open.pop(); node !== undefined; node = open.pop()) {
      part.set(node, number);
      if (node === root) return;
    }
  }
}
