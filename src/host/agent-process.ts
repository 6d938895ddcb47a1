import { ownIdentity, type ProcessIdentity, processParent, processStartTime } from './process-identity.ts';

const SHELL = /^(?:ba|da|z|k|fi|a)?sh$/;
/** What takes over the children of a process that is gone. */
const KEEPER = /^(?:systemd|init|tini|dumb-init|docker-init|catatonit|launchd|conmon|containerd-shim.*)$/;
const AGENT = /^(?:node|codex|claude)/;
/** A host starts a hook through a shell, and at most one more within it. */
const MOST_SHELLS = 4;

/**
 * The process that runs the agent, for a hook that the process `parent` started: the one that the host `named`, else the
 * nearest that is no shell. Where it is gone already: the hook itself, which soon is. Null: it cannot be known.
 */
export function agentProcess(parent: number, named: number): ProcessIdentity | null {
  const startTime = processStartTime(named);
  if (startTime !== null) return { pid: named, startTime };
  const nearest = behindShells(parent);
  if (nearest === null) return ownIdentity();
  // It lives where its number means another one.
  return Number.isNaN(named) ? nearest : null;
}

/** Null: nothing is behind them any more. */
function behindShells(parent: number): ProcessIdentity | null {
  let pid = parent;
  for (let shells = 0; shells <= MOST_SHELLS; shells++) {
    const found = processParent(pid);
    if (found === null || KEEPER.test(found.name) || (pid === 1 && !AGENT.test(found.name))) return null;
    const startTime = processStartTime(pid);
    if (startTime === null) return null;
    if (!SHELL.test(found.name)) return { pid, startTime };
    pid = found.parent;
  }
  return null;
}
