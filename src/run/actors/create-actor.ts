import { unreachable } from '../../base/unreachable.ts';
import type { Actor } from '../actor.ts';
import type { ActorSpec } from '../task.ts';
import { createCommandActor } from './command.ts';
import { createPlaybookActor } from './playbook.ts';

/** The actor that a task names. */
export function createActor(spec: ActorSpec): Actor {
  switch (spec.kind) {
    case 'playbook':
      return createPlaybookActor(spec);
    case 'command':
      return createCommandActor(spec);
    default:
      return unreachable(spec);
  }
}
