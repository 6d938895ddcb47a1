// Trajectories such as agents leave: five attempts a task, eight to 23 calls of 30 tools, some far more often than others, keys that
// some calls lack, failures of few kinds. One tool raises the chance of success.
const TOOLS = Array.from({ length: 30 }, (_, i) => `tool_${String.fromCharCode(97 + (i % 26))}${i < 26 ? '' : 'x'}`);
const HELPS = TOOLS[12];

export function trajectories(count, seed = 1) {
  let state = seed;
  const draw = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit) => Math.floor(draw() * limit);
  const call = () => {
    const tool = TOOLS[Math.floor(draw() * draw() * TOOLS.length)];
    const params = { id: `x${below(1e6)}` };
    if (draw() < 0.5) params.limit = below(100);
    if (draw() < 0.3) params.mode = ['fast', 'slow', 'safe'][below(3)];
    if (draw() < 0.2) params.dry = draw() < 0.5;
    const ok = draw() > 0.12;
    return { tool, params, ok, sig: ok ? null : `${tool}-${below(3)}`, errorClass: ok ? null : 'not_found' };
  };
  return Array.from({ length: count }, (_, i) => {
    const task = Math.floor(i / 5);
    const steps = Array.from({ length: 8 + below(16) }, call);
    const base = 0.2 + (0.6 * ((task * 7919) % 97)) / 97;
    const chance = base + (steps.some((step) => step.tool === HELPS) ? 0.2 : -0.05);
    return {
      id: `t${i}`,
      sessionId: `s${i}`,
      taskKey: `k${task}`,
      agentConfigId: 'agent',
      endedAt: new Date(1.75e12 + i * 60_000).toISOString(),
      outcome: draw() < chance ? 1 : 0,
      acceptance: null,
      reward: 0.5,
      domain: 'other',
      isLive: true,
      steps,
    };
  });
}
