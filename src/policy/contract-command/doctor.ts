import { EXIT } from '../../base/errors.ts';
import type { ExactJson } from '../../base/exact-json.ts';
import { readDocument } from '../document.ts';
import { HUMAN_KEYS_VARIABLE, parseHumanKeys } from '../human-keys.ts';
import { pathLabel } from '../path-label.ts';
import { checked, printable, refuse } from '../refusal.ts';
import type { ContractHost } from './host.ts';
import { loadNamedPolicy } from './named-files.ts';
import { type CommandOutcome, documentOutcome } from './outcome.ts';

/** The public contract that this program follows. */
const CONTRACT = { package: 'agent-collab-harness', version: '0.5.1' };
const POLICY_VARIABLE = 'AGENT_COLLAB_POLICY';

const SCHEMA_NAMES = [
  'agent-policy-1.json',
  'task-checkpoint-1.json',
  'policy-decision-1.json',
  'agent-policy-2.json',
  'task-checkpoint-2.json',
  'policy-decision-2.json',
];

interface Finding {
  readonly check: string;
  readonly status: 'OK' | 'SKIP' | 'FAIL';
  readonly detail: string;
}

/** `agent-collab doctor`: exit 0 where nothing fails, else 2. */
export function doctor(host: ContractHost): CommandOutcome {
  const findings = [...SCHEMA_NAMES.map((name) => schemaFinding(name, host)), policyFinding(host), keysFinding(host)];
  const isHealthy = findings.every(({ status }) => status !== 'FAIL');
  const document = new Map<string, ExactJson>([
    ['checks', findings.map(findingDocument)],
    ['package', CONTRACT.package],
    // The contract's name for it, whatever the runtime is.
    ['python', host.runtimeVersion],
    ['schema_version', 1n],
    ['status', isHealthy ? 'ok' : 'misconfigured'],
    ['version', CONTRACT.version],
  ]);
  return documentOutcome(isHealthy ? EXIT.ok : EXIT.invalid, document);
}

function findingDocument({ check, status, detail }: Finding): ExactJson {
  return new Map([
    ['check', check],
    ['detail', printable(detail)],
    ['status', status],
  ]);
}

function schemaFinding(name: string, host: ContractHost): Finding {
  const check = `schema:${name}`;
  const read = checked(() => {
    const content = host.readSchema(name);
    return content.kind === 'failed' ? refuse(content.detail) : readDocument(content.bytes, name);
  });
  return read.kind === 'ok'
    ? { check, status: 'OK', detail: 'loaded' }
    : { check, status: 'FAIL', detail: read.message };
}

function policyFinding({ env, readFile, userHome }: ContractHost): Finding {
  const check = 'configured_policy';
  const written = env[POLICY_VARIABLE] ?? '';
  if (written === '') return { check, status: 'SKIP', detail: `${POLICY_VARIABLE} is not set` };
  const path = pathLabel(written.replace(/^~(?=\/|$)/, () => userHome));
  const loaded = loadNamedPolicy(path, readFile);
  if (loaded.kind === 'refused') return { check, status: 'FAIL', detail: loaded.message };
  return { check, status: 'OK', detail: `${loaded.policy.policyId} (${path})` };
}

function keysFinding({ env }: ContractHost): Finding {
  const check = 'human_authorization_keys';
  const written = env[HUMAN_KEYS_VARIABLE];
  if (written === undefined) return { check, status: 'SKIP', detail: `${HUMAN_KEYS_VARIABLE} is not set` };
  const parsed = parseHumanKeys(written);
  if (parsed.kind === 'refused') return { check, status: 'FAIL', detail: parsed.message };
  return { check, status: 'OK', detail: `${parsed.keys.size} key id(s) configured; secrets not displayed` };
}
