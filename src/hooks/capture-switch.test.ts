import { describe, expect, test } from 'vitest';
import { type CaptureSwitch, isCaptured, type SessionPlace } from './capture-switch.ts';

const PLACE: SessionPlace = { host: 'codex', folder: '/home/dev/app/src', repository: '/home/dev/app/.git' };
const OPEN = { v: 1, all: false, off: [] } as const;
const captured = (file: CaptureSwitch, place: SessionPlace = PLACE) => isCaptured(JSON.stringify(file), place);

describe('what is captured', () => {
  test('is everything where there is no file and nobody was asked', () => {
    expect(isCaptured(undefined, PLACE)).toBe(true);
    expect(captured(OPEN)).toBe(true);
  });

  test('is nothing that lies in a folder that is off, or in a work tree of a repository that is', () => {
    expect(captured({ ...OPEN, off: ['/home/dev/app'] })).toBe(false);
    expect(captured({ ...OPEN, off: ['/home/dev/app/src'] })).toBe(false);
    expect(captured({ ...OPEN, off: ['/'] })).toBe(false);
    expect(captured({ ...OPEN, off: ['/home/dev/ap'] })).toBe(true);
    expect(captured({ ...OPEN, off: ['/home/dev/app/.git'] }, { ...PLACE, folder: '/tmp/tree' })).toBe(false);
    expect(captured({ ...OPEN, all: true })).toBe(false);
  });

  test('is what was agreed to for this host', () => {
    const only = (path: string): CaptureSwitch => ({
      ...OPEN,
      hosts: { codex: { kind: 'folders', folders: [path] } },
    });
    expect(captured(only('/home/dev/app/.git'))).toBe(true);
    expect(captured(only('/home/dev/app/.git'), { ...PLACE, folder: '/tmp/tree' })).toBe(true);
    expect(captured(only('/home/dev/app'), { ...PLACE, repository: undefined })).toBe(true);
    expect(captured(only('/home/dev/other/.git'))).toBe(false);
    expect(captured(only('/home/dev/app/.git'), { ...PLACE, host: 'claude-code' })).toBe(false);
    expect(captured({ ...only('/home/dev/app/.git'), off: ['/home/dev/app/src'] })).toBe(false);
    expect(captured({ ...OPEN, hosts: {} })).toBe(false);
  });

  test('is everything but the exceptions where all was agreed to', () => {
    const but = (path: string): CaptureSwitch => ({ ...OPEN, hosts: { codex: { kind: 'all', except: [path] } } });
    expect(captured(but('/home/dev/secret'))).toBe(true);
    expect(captured(but('/home/dev/app'))).toBe(false);
    expect(captured(but('/home/dev/app/.git'), { ...PLACE, folder: '/tmp/tree' })).toBe(false);
  });

  test.each([
    '',
    '{',
    '[]',
    '{"v":2,"all":false,"off":[]}',
    '{"v":1,"all":false,"off":[7]}',
    '{"v":1,"all":false,"off":[],"hosts":{"codex":{"kind":"some"}}}',
    '{"v":1,"all":false,"off":[],"hosts":null}',
  ])('is nothing where the file says %j', (text) => {
    expect(isCaptured(text, PLACE)).toBe(false);
  });
});
