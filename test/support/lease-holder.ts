import { systemClock } from '../../src/host/clock.ts';
import { takeLease } from '../../src/host/lease.ts';
import { lockFile } from '../../src/policy/file-store/index.ts';

/** A process that takes the lease of the work tree it is given, says so and holds it until it is killed. */
await takeLease(process.argv[2] ?? '', lockFile, systemClock);
process.stdout.write('held\n');
process.stdin.resume();
