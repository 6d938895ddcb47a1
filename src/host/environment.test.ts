import { mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, onTestFinished, test } from 'vitest';
import { environment, environmentOf, readEnvironment, sealHumanKeys } from './environment.ts';

describe('PRAXIS_HOME', () => {
  const home = (variables: Record<string, string>) => environmentOf(variables, '/home/user').home;

  test('is where the variable says', () => {
    expect(home({ PRAXIS_HOME: '/data/praxis', XDG_DATA_HOME: '/xdg' })).toBe('/data/praxis');
  });

  test('is made absolute', () => {
    expect(home({ PRAXIS_HOME: 'here' })).toBe(`${process.cwd()}/here`);
  });

  test('is by default in the data folder of the user', () => {
    expect(home({ XDG_DATA_HOME: '/xdg' })).toBe('/xdg/praxis');
    expect(home({})).toBe('/home/user/.local/share/praxis');
    expect(home({ PRAXIS_HOME: '', XDG_DATA_HOME: '' })).toBe('/home/user/.local/share/praxis');
  });

  test('ignores a data folder that is not absolute, as the XDG specification asks', () => {
    expect(home({ XDG_DATA_HOME: 'xdg' })).toBe('/home/user/.local/share/praxis');
  });
});

describe('the environment', () => {
  test('says what its variables say', () => {
    const variables = {
      PRAXIS_LIBRARY: 'team',
      NO_COLOR: '1',
      PRAXIS_LOG: 'debug',
      PRAXIS_CAPTURE: 'OFF',
      PRAXIS_INSIDE: '1',
      AGENT_COLLAB_POLICY: 'policy.json',
      AGENT_COLLAB_HUMAN_KEYS_JSON: '{}',
    };
    expect(environmentOf(variables, '/h')).toMatchObject({
      library: 'team',
      isColorOff: true,
      logLevel: 'debug',
      isCaptureOff: true,
      isInsideRun: true,
      policyPath: 'policy.json',
      humanKeysJson: '{}',
    });
  });

  test('takes an empty variable for an absent one', () => {
    const nothing = {
      library: null,
      isColorOff: false,
      logLevel: null,
      isCaptureOff: false,
      isInsideRun: false,
      policyPath: null,
      humanKeysJson: null,
    };
    expect(environmentOf({}, '/h')).toMatchObject(nothing);
    expect(environmentOf({ PRAXIS_LIBRARY: '', NO_COLOR: '', PRAXIS_CAPTURE: '' }, '/h')).toMatchObject(nothing);
  });

  test.each(['off', ' Off ', '0', 'no', 'FALSE'])('takes a capture of %o for none', (word) => {
    expect(environmentOf({ PRAXIS_CAPTURE: word }, '/h').isCaptureOff).toBe(true);
  });

  test('is that of this process', () => {
    expect(environment()).toBe(process.env);
    expect(readEnvironment().childEnvironment({}).PATH).toBe(process.env.PATH);
  });
});

describe('the environment of a child', () => {
  test('is that of the user with what is added', () => {
    const child = environmentOf({ PATH: '/bin', LANG: 'C' }, '/h').childEnvironment({ PRAXIS_CYCLE: '1', LANG: 'de' });
    expect(child).toEqual({ PATH: '/bin', LANG: 'de', PRAXIS_CYCLE: '1', PRAXIS_INSIDE: '1' });
  });

  test('holds no human keys and nothing of a test runner or of npm around us', () => {
    const variables = {
      AGENT_COLLAB_HUMAN_KEYS_JSON: '{"k":"secret"}',
      NODE_TEST_CONTEXT: 'child-v8',
      VITEST: 'true',
      VITEST_WORKER_ID: '1',
      npm_config_package: 'node@24',
      npm_lifecycle_event: 'test',
      npm_lifecycle_script: 'vitest',
      npm_config_registry: 'https://registry.example',
    };
    expect(environmentOf(variables, '/h').childEnvironment({ NODE_TEST_CONTEXT: 'x' })).toEqual({
      npm_config_registry: 'https://registry.example',
      PRAXIS_INSIDE: '1',
    });
  });

  test('never holds the human keys, whatever else there is', () => {
    const variables = fc.dictionary(fc.string({ minLength: 1 }), fc.string());
    fc.assert(
      fc.property(variables, variables, (user, extra) => {
        const keys = { ...user, AGENT_COLLAB_HUMAN_KEYS_JSON: 'secret' };
        const child = environmentOf(keys, '/h').childEnvironment(extra);
        expect(child).not.toHaveProperty('AGENT_COLLAB_HUMAN_KEYS_JSON');
      }),
    );
  });
});

describe('the human keys', () => {
  const keys = '{"ana":"orchard lantern"}';

  test('leave the variables of the process and are still known to it', async () => {
    process.env.AGENT_COLLAB_HUMAN_KEYS_JSON = keys;
    expect(await sealHumanKeys()).toBeNull();
    expect(process.env).not.toHaveProperty('AGENT_COLLAB_HUMAN_KEYS_JSON');
    expect(environment().AGENT_COLLAB_HUMAN_KEYS_JSON).toBe(keys);
    expect(readEnvironment().humanKeysJson).toBe(keys);
    expect(readEnvironment().childEnvironment({})).not.toHaveProperty('AGENT_COLLAB_HUMAN_KEYS_JSON');
  });

  test('are read from a descriptor, which no child finds open afterwards', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'praxis-keys-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    writeFileSync(join(folder, 'keys.json'), '{"bo":"x"}');
    const descriptor = openSync(join(folder, 'keys.json'), 'r');
    process.env.PRAXIS_HUMAN_KEYS_FD = String(descriptor);
    expect(await sealHumanKeys()).toBeNull();
    expect(environment().AGENT_COLLAB_HUMAN_KEYS_JSON).toBe('{"bo":"x"}');
    expect(process.env).not.toHaveProperty('PRAXIS_HUMAN_KEYS_FD');
    expect(() => readFileSync(descriptor)).toThrow('EBADF');
  });

  test.each(['9999', 'three', '-1', ''])('are unusable where the descriptor is %j', async (descriptor) => {
    process.env.PRAXIS_HUMAN_KEYS_FD = descriptor;
    expect(await sealHumanKeys()).toContain('cannot read the human keys');
    expect(environment().AGENT_COLLAB_HUMAN_KEYS_JSON).toBe('');
  });
});
