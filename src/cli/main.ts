#!/usr/bin/env node
import { environment, sealHumanKeys } from '../host/environment.ts';
import { runCommandLine } from './command-line.ts';
import { asksForJson, reportFailure, unreadableKeys } from './failure.ts';
import { processIo } from './io.ts';

const argv = process.argv.slice(2);
const problem = await sealHumanKeys();
const io = processIo(process, environment());
process.on('uncaughtException', (error) => process.exit(reportFailure(io, error, asksForJson(argv))));
process.exitCode =
  problem === null ? await runCommandLine(argv, io) : reportFailure(io, unreadableKeys(problem), asksForJson(argv));
