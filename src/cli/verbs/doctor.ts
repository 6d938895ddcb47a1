import { briefOf } from '../catalog.ts';
import type { DoctorFlags } from '../commands/doctor.ts';
import { JSON_FLAG } from '../flags.ts';
import { verb } from '../verb.ts';

export const doctorVerb = verb<DoctorFlags>({
  brief: briefOf('doctor'),
  description: `Checks Node, SQLite, file locks, git, the folder of the library, the models, the policy of this folder, the sandbox, and
how Praxis stands in the agents it was put into: their hooks, when one was last heard, how long they took, what went wrong.
Exits 0 when Praxis can work here and 2 when something it needs is missing.`,
  examples: ['praxis doctor', 'praxis doctor --json'],
  parameters: { flags: { json: JSON_FLAG } },
  load: async () => (await import('../commands/doctor.ts')).doctor,
});
