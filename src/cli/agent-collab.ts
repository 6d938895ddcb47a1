#!/usr/bin/env node
import { environment } from '../host/environment.ts';
import { runContractCommand } from '../policy/contract-command/index.ts';
import { contractHost } from './contract-host.ts';
import { reportFailure } from './failure.ts';
import { processIo } from './io.ts';

const io = processIo(process, environment());
process.on('uncaughtException', (error) => process.exit(reportFailure(io, error, false)));
const { exit, stdout, stderr } = await runContractCommand(process.argv.slice(2), contractHost(io.cwd, io.env));
io.stdout(stdout);
io.stderr(stderr);
process.exitCode = exit;
