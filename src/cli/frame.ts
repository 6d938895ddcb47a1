import {
  type ApplicationText,
  buildApplication,
  buildRouteMap,
  help,
  type RouteMap,
  run,
  text_en,
  version,
} from '@stricli/core';
import { EXIT, type ExitCode, PraxisError } from '../base/errors.ts';
import { commandTree } from './command-tree.ts';
import { asksForJson, asPraxisError, reportFailure } from './failure.ts';
import type { CommandIo } from './io.ts';
import type { VerbContext } from './verb.ts';
import { boundsVerbs } from './verbs/bounds.ts';
import { captureVerbs } from './verbs/capture.ts';
import { checkpointVerbs } from './verbs/checkpoint.ts';
import { completionsVerb } from './verbs/completions.ts';
import { correctVerb } from './verbs/correct.ts';
import { demoVerb } from './verbs/demo.ts';
import { doctorVerb } from './verbs/doctor.ts';
import { embedVerb } from './verbs/embed.ts';
import { evalVerb } from './verbs/eval.ts';
import { experienceVerbs } from './verbs/experience.ts';
import { explainVerb } from './verbs/explain.ts';
import { initVerb } from './verbs/init.ts';
import { learnVerb } from './verbs/learn.ts';
import { maintainVerb } from './verbs/maintain.ts';
import { melVerbs } from './verbs/mel.ts';
import { memoryVerbs } from './verbs/memory.ts';
import { policyVerbs } from './verbs/policy.ts';
import { proposalsVerb } from './verbs/proposals.ts';
import { runVerb } from './verbs/run.ts';
import { sessionsVerb } from './verbs/sessions.ts';
import { telemetryVerbs } from './verbs/telemetry.ts';
import { uninstallVerb } from './verbs/uninstall.ts';
import { VERSION } from './version.ts';

/** All verbs; their bodies are not loaded. */
export function verbs(): RouteMap<VerbContext> {
  return buildRouteMap({
    routes: {
      demo: demoVerb,
      init: initVerb,
      bounds: boundsVerbs,
      capture: captureVerbs,
      uninstall: uninstallVerb,
      doctor: doctorVerb,
      run: runVerb,
      sessions: sessionsVerb,
      explain: explainVerb,
      telemetry: telemetryVerbs,
      experience: experienceVerbs,
      learn: learnVerb,
      correct: correctVerb,
      proposals: proposalsVerb,
      memory: memoryVerbs,
      maintain: maintainVerb,
      eval: evalVerb,
      policy: policyVerbs,
      checkpoint: checkpointVerbs,
      mel: melVerbs,
      embed: embedVerb,
      completions: completionsVerb(() => commandTree(verbs())),
    },
    docs: { brief: 'Runs tool-using agents in bounded plan-act-reflect loops' },
  });
}

/** A slip of the finger or two; the default of the parser would offer names that have next to nothing in common. */
const NEAR = { threshold: 2, weights: { insertion: 1, deletion: 1, substitution: 1, transposition: 1 } } as const;

/** Parses a command line, runs its verb and reports what went wrong. */
export async function runFrame(argv: readonly string[], io: CommandIo): Promise<ExitCode> {
  const failures: PraxisError[] = [];
  const app = buildApplication<VerbContext>(
    verbs(),
    {
      name: 'praxis',
      scanner: { caseStyle: 'allow-kebab-for-camel', allowArgumentEscapeSequence: true, distanceOptions: NEAR },
      localization: { text: failureText(argv, (failure) => failures.push(failure)) },
    },
    {
      help: help({
        brief: 'Print this help and exit',
        defaultForRouteMap: true,
        formatting: { caseStyle: 'convert-camel-to-kebab', onlyRequiredInUsageLine: false, useAliasInUsageLine: false },
      }),
      version: version({ brief: 'Print the version and exit', info: { currentVersion: VERSION } }),
    },
  );
  const outcome: { exit: ExitCode | undefined } = { exit: undefined };
  const host = { stdout: { write: (text: string) => io.stdout(text) }, stderr: { write: () => {} } };
  await run(app, argv, {
    process: host,
    io,
    finish: (exit) => {
      outcome.exit = exit;
    },
  });
  const { refreshHook } = await import('./refresh-hook.ts');
  await refreshHook(io);
  const [first, ...rest] = failures;
  if (first === undefined) return outcome.exit ?? EXIT.ok;
  return reportFailure(io, joined(first, rest), asksForJson(argv));
}

/** Several complaints about one command line as one error. */
function joined(first: PraxisError, rest: readonly PraxisError[]): PraxisError {
  if (rest.length === 0) return first;
  const message = [first, ...rest].map((failure) => failure.message).join('; ');
  return new PraxisError(first.code, message, { hint: first.hint, cause: first.cause });
}

/** Collects what stricli would print, as errors of ours. */
function failureText(argv: readonly string[], fail: (failure: PraxisError) => void): ApplicationText {
  const caught = (thrown: unknown): string => {
    fail(asPraxisError(thrown));
    return '';
  };
  return {
    ...text_en,
    noCommandRegisteredForInput({ input, corrections }) {
      fail(unknownCommand(argv, input, corrections));
      return '';
    },
    exceptionWhileParsingArguments(thrown) {
      fail(wrongUse(argv, thrown));
      return '';
    },
    exceptionWhileLoadingCommandFunction: caught,
    exceptionWhileLoadingCommandContext: caught,
    exceptionWhileRunningCommand: caught,
    commandErrorResult: caught,
    exceptionWhileRunningIntegrationHook: ({ exception }) => caught(exception),
    exceptionWhileRunningIntegrationFlag: ({ exception }) => caught(exception),
  };
}

function unknownCommand(argv: readonly string[], input: string, corrections: readonly string[]): PraxisError {
  const parent = argv[0] === input ? 'praxis' : `praxis ${argv[0]}`;
  if (input.startsWith('-'))
    return new PraxisError('USAGE', `unknown flag \`${input}\``, {
      hint: `Flags stand behind a command. \`${parent} --help\` lists the commands.`,
    });
  const guess = corrections.length === 0 ? '' : `Did you mean ${corrections.join(' or ')}? `;
  return new PraxisError('USAGE', `unknown command \`${input}\``, {
    hint: `${guess}\`${parent} --help\` lists the commands.`,
  });
}

/** Commands that take a text in words: one that begins with a hyphen looks like a flag. */
const TAKES_WORDS: ReadonlySet<string> = new Set(['add', 'edit', 'search', 'inject', 'correct']);
const WITH_SUBCOMMANDS: ReadonlySet<string> = new Set([
  'bounds',
  'capture',
  'policy',
  'checkpoint',
  'mel',
  'telemetry',
  'experience',
  'memory',
]);

function wrongUse(argv: readonly string[], thrown: unknown): PraxisError {
  if (thrown instanceof PraxisError) return thrown;
  const message = text_en.exceptionWhileParsingArguments(thrown, false);
  const words = argv.slice(0, WITH_SUBCOMMANDS.has(argv[0] ?? '') ? 2 : 1);
  const isFlag = /^(?:No (?:alias|flag) registered for|.*flag --)/i.test(
    message.replace(/^Unable to parse arguments, /, ''),
  );
  const quoting =
    isFlag && TAKES_WORDS.has(words.at(-1) ?? '') ? ' Put a text that holds a - in quotes, or `--` before it.' : '';
  return new PraxisError('USAGE', message.replace(/^Unable to parse arguments, /, ''), {
    hint: `\`praxis ${words.join(' ')} --help\` shows how it is used.${quoting}`,
  });
}
