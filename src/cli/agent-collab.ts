#!/usr/bin/env node
import { environment, sealHumanKeys } from '../host/environment.ts';
import { runContractCommand } from '../policy/contract-command/index.ts';
import { contractHost } from './contract-host.ts';
import { reportFailure, unreadableKeys } from './failure.ts';
import { processIo } from './io.ts';

const problem = await sealHumanKeys();
const io = processIo(process, environment());
process.on('uncaughtException', (error) => process.exit(reportFailure(io, error, false)));
if (problem === null) {
  const { exit, stdout, stderr } = await runContractCommand(process.argv.slice(2), contractHost(io.cwd, io.env));
  io.stdout(stdout);
  io.stderr(stderr);
  process.exitCode = exit;
} else process.exitCode = reportFailure(io, unreadableKeys(problem), false);
