#!/usr/bin/env node
import { environment } from '../host/environment.ts';
import { runCommandLine } from './command-line.ts';
import { asksForJson, reportFailure } from './failure.ts';
import { processIo } from './io.ts';

const argv = process.argv.slice(2);
const io = processIo(process, environment());
process.on('uncaughtException', (error) => process.exit(reportFailure(io, error, asksForJson(argv))));
process.exitCode = await runCommandLine(argv, io);
