// Measures rivals in turn, so that whatever else the machine does falls on all of them alike.

/** Median of some numbers. */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Milliseconds of processor time this process has had: unlike the clock, it stands still while other programs are at work. */
export function cpuMs() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Milliseconds of processor time this thread has had: what one waits for it on a core of its own. Of the whole process,
 * collecting and optimising threads too, where Node cannot tell (before 23.9).
 */
export function threadMs() {
  const { user, system } = process.threadCpuUsage?.() ?? process.cpuUsage();
  return (user + system) / 1000;
}

/** Runs each rival once a round and returns the milliseconds of every round, by name. The first `warmUp` rounds do not count. */
export async function paired(rivals, { rounds, warmUp = 1 }) {
  const names = Object.keys(rivals);
  const times = Object.fromEntries(names.map((name) => [name, []]));
  for (let round = 0; round < warmUp + rounds; round++) {
    const order = round % 2 === 0 ? names : [...names].reverse();
    for (const name of order) {
      const ms = await rivals[name](round);
      if (round >= warmUp) times[name].push(ms);
    }
  }
  return times;
}

/** One line about a list of numbers: `median (min–max), n`. */
export function spread(values, digits = 1) {
  const text = (value) => value.toFixed(digits);
  return `${text(median(values))} (${text(Math.min(...values))}–${text(Math.max(...values))}), n = ${values.length}`;
}

/** Median ratio of `name` over `base`, each round against its own. */
export function ratios(times, name, base) {
  return times[name].map((ms, round) => ms / times[base][round]);
}

/** Prints a result beside its target; returns whether it is met. */
export function verdict(what, values, target, unit, digits = 2) {
  const isMet = median(values) <= target;
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${what}: ${spread(values, digits)}; target ≤ ${target}${unit}`);
  return isMet;
}

/** The same for a target that has to be reached or passed. */
export function atLeast(what, values, target, unit, digits = 2) {
  const isMet = median(values) >= target;
  console.log(`${isMet ? 'ok  ' : 'MISS'} ${what}: ${spread(values, digits)}; target ≥ ${target}${unit}`);
  return isMet;
}
