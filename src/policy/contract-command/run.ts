import { hasLoneSurrogate } from '../../base/canonical-json.ts';
import { EXIT } from '../../base/errors.ts';
import { checkpointFrom } from '../checkpoint.ts';
import { isVersion2 } from '../field-checks.ts';
import { goalCheckpointFrom } from '../goal-checkpoint.ts';
import { HUMAN_KEYS_VARIABLE } from '../human-keys.ts';
import { checked, refuse } from '../refusal.ts';
import { type OptionSpec, parseArguments } from './arguments.ts';
import { advanceNamed, migrateNamed } from './change-files.ts';
import { doctor } from './doctor.ts';
import { evaluateFiles } from './evaluate-files.ts';
import type { ContractHost } from './host.ts';
import { loadNamedPolicy, readNamed } from './named-files.ts';
import {
  type CommandOutcome,
  DECISION_EXIT,
  documentOutcome,
  invalidDocument,
  usageOutcome,
  validDocument,
} from './outcome.ts';

interface ContractCommand {
  readonly words: readonly string[];
  readonly options: readonly OptionSpec[];
  run(option: (name: string) => string, host: ContractHost): CommandOutcome | Promise<CommandOutcome>;
}

const required = (name: string): OptionSpec => ({ name, takesValue: true, isRequired: true });
const policyOption = required('policy');
const checkpointOption = required('checkpoint');
// The output is JSON with and without it.
const jsonFlag: OptionSpec = { name: 'json', takesValue: false, isRequired: false };

const COMMANDS: readonly ContractCommand[] = [
  { words: ['policy', 'validate'], options: [policyOption, jsonFlag], run: validatePolicyFile },
  { words: ['policy', 'evaluate'], options: [policyOption, checkpointOption, jsonFlag], run: evaluateBoth },
  { words: ['checkpoint', 'validate'], options: [checkpointOption, jsonFlag], run: validateCheckpointFile },
  {
    words: ['checkpoint', 'advance'],
    options: [checkpointOption, policyOption, required('request-id'), required('expected-sha256')],
    run: advanceNamed,
  },
  {
    words: ['checkpoint', 'migrate'],
    options: [checkpointOption, policyOption, required('metadata'), required('output')],
    run: migrateNamed,
  },
  { words: ['doctor'], options: [jsonFlag], run: (_, host) => doctor(host) },
];

/** Runs a command of the public contract, given the arguments after the program's name: same output, same exit codes. */
export async function runContractCommand(argv: readonly string[], host: ContractHost): Promise<CommandOutcome> {
  const command = COMMANDS.find(({ words }) => words.every((word, i) => argv[i] === word));
  if (command === undefined) return unknownCommand(argv);
  const parsed = parseArguments(argv.slice(command.words.length), command.options);
  if (parsed.kind === 'help') return { exit: EXIT.ok, stdout: `${usage(command)}\n`, stderr: '' };
  if (parsed.kind === 'usage') return usageOutcome(`${usage(command)}\n${parsed.message}`);
  return command.run((name) => parsed.values.get(name) ?? '', host);
}

function validatePolicyFile(option: (name: string) => string, host: ContractHost): CommandOutcome {
  const path = option('policy');
  const result = loadNamedPolicy(path, host.readFile);
  if (result.kind === 'refused') return documentOutcome(EXIT.invalid, invalidDocument('policy', path, result.message));
  const { hash, policyId } = result.policy;
  const members = [
    ['policy_hash', hash],
    ['policy_id', policyId],
  ] as const;
  return documentOutcome(EXIT.ok, validDocument('policy', path, members));
}

function validateCheckpointFile(option: (name: string) => string, host: ContractHost): CommandOutcome {
  const path = option('checkpoint');
  const result = checked(() => {
    const document = readNamed(path, host.readFile);
    const { taskId } = isVersion2(document) ? goalCheckpointFrom(document) : checkpointFrom(document);
    return hasLoneSurrogate(taskId) ? refuse('checkpoint.task_id holds a lone surrogate') : taskId;
  });
  if (result.kind === 'refused')
    return documentOutcome(EXIT.invalid, invalidDocument('checkpoint', path, result.message));
  return documentOutcome(EXIT.ok, validDocument('checkpoint', path, [['task_id', result.value]]));
}

function evaluateBoth(option: (name: string) => string, host: ContractHost): CommandOutcome {
  const files = {
    policyPath: option('policy'),
    checkpointPath: option('checkpoint'),
    humanKeys: host.env[HUMAN_KEYS_VARIABLE],
  };
  const { decision, document } = evaluateFiles(files, host.readFile).decision;
  return documentOutcome(DECISION_EXIT[decision], document);
}

function usage({ words, options }: ContractCommand): string {
  const written = options.map(({ name, takesValue, isRequired }) => {
    const option = takesValue ? `--${name} ${name.toUpperCase()}` : `--${name}`;
    return isRequired ? option : `[${option}]`;
  });
  return `usage: agent-collab ${words.join(' ')} ${written.join(' ')}`;
}

function unknownCommand(argv: readonly string[]): CommandOutcome {
  const all = COMMANDS.map(usage).join('\n');
  if (argv[0] === '-h' || argv[0] === '--help') return { exit: EXIT.ok, stdout: `${all}\n`, stderr: '' };
  return usageOutcome(`${all}\nunknown command: ${argv.slice(0, 2).join(' ')}`);
}
