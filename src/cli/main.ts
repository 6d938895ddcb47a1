#!/usr/bin/env node
import { environment } from '../host/environment.ts';
import { runCommandLine } from './command-line.ts';
import { processIo } from './io.ts';

process.exitCode = await runCommandLine(process.argv.slice(2), processIo(process, environment()));
