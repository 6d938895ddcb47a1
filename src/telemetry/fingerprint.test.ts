import { describe, expect, test } from 'vitest';
import { errorSignature, normaliseOutput, runFingerprint } from './fingerprint.ts';

const fingerprint = (output: string): string => runFingerprint({ criteria: ['tests'], tests: [], output }).fingerprint;

const SAME: readonly (readonly [kind: string, one: string, other: string])[] = [
  ['ISO times', 'Error at 2026-01-02T03:04:05.678Z: boom', 'Error at 2026-11-30T12:00:00Z: boom'],
  ['times with an offset', 'Error 2026-01-02 03:04:05+01:00 boom', 'Error 2025-12-31 23:59:59-0800 boom'],
  ['clocks', '[03:04:05] Error: boom', '[12:00:59.123] Error: boom'],
  ['clocks with a comma', '03:04:05,123 ERROR boom', '9:04:05,999 ERROR boom'],
  ['times of syslog', 'Nov 30 12:05:37 web Error: boom', 'Jan  2 01:00:00 web Error: boom'],
  ['times of a web server', '[30/Nov/2026:12:05:37 +0000] error boom', '[01/Jan/2025:00:00:01 +0100] error boom'],
  ['times of mail', 'Error: Mon, 30 Nov 2026 12:05:37 GMT', 'Error: Tue, 01 Dec 2026 01:02:03 GMT'],
  ['times of date', 'Error: Mon Nov 30 12:05:37 UTC 2026', 'Error: Tue Dec  1 01:02:03 UTC 2026'],
  ['times of the day', 'Error at 3:04 PM', 'Error at 11:59 am'],
  ['dates with slashes', 'Error on 11/30/2026, 12:05:37 PM', 'Error on 1/2/2025, 1:05:37 AM'],
  ['compact times', 'Error: run-20261130T120537Z failed', 'Error: run-20250101T000000Z failed'],
  ['epoch milliseconds', 'Error: stamp 1764504337123', 'Error: stamp 1764504999999'],
  [
    'temporary folders of Linux',
    "Cannot find module '/tmp/build-aB3xY9/a.js'",
    "Cannot find module '/tmp/build-Zz81kQ/a.js'",
  ],
  [
    'a temporary folder at the end',
    'Error: ENOENT: no such file /tmp/praxis-AbCdEf',
    'Error: ENOENT: no such file /tmp/praxis-xyzuvw',
  ],
  ['temporary folders under /var/tmp', 'Error in /var/tmp/x.1/a.c', 'Error in /var/tmp/x.22/a.c'],
  [
    'temporary folders of macOS',
    'Error: /var/folders/zz/zyxvpxvq6csfxvn_n0000000000000/T/tmp.aaa/a.js: boom',
    'Error: /private/var/folders/9k/h3x_abcd1234/T/tmp.bbb/a.js: boom',
  ],
  [
    'temporary folders of Windows',
    'Error: C:\\Users\\ann\\AppData\\Local\\Temp\\t-123\\a.js: boom',
    'Error: D:\\Users\\Bob Ray\\AppData\\Local\\Temp\\t-456\\a.js: boom',
  ],
  [
    'temporary folders of Windows, written with slashes and doubled',
    'Error: "C:/Users/ann/AppData/Local/Temp/t-1/a.js"',
    'Error: "C:/Users/RUNNER~1/AppData/Local/Temp/t-2/a.js"',
  ],
  ['temporary folders in file addresses', 'Error: file:///tmp/a1/x.mjs:3:1', 'Error: file:///tmp/b2/x.mjs:7:12'],
  ['random names of temporary files', "Error: can't open /tmp/tmpab12cd.json", "Error: can't open /tmp/tmpzz98yy.json"],
  ['milliseconds', 'not ok 1 - adds (12ms)', 'not ok 1 - adds (3.456 ms)'],
  ['seconds', 'Error: failed after 3s', 'Error: failed after 12.5s'],
  ['one second and several', 'Error: waited 1 second', 'Error: waited 17 seconds'],
  ['minutes and their parts', 'Error: build failed in 59s', 'Error: build failed in 1m 2s'],
  ['hours', 'Error: gave up after 1h2m3s', 'Error: gave up after 45 min'],
  ['microseconds', '✖ adds (500µs)', '✖ adds (1.2ms)'],
  ['addresses', 'Error: segfault at 0x7ffd12ab', 'Error: segfault at 0x55d0c0ffee'],
  [
    'objects by address',
    'TypeError: <Foo object at 0x7f1b2c> is invalid',
    'TypeError: <Foo object at 0x7aaaaa> is invalid',
  ],
  [
    'commit hashes',
    'fatal: no such commit 9fceb02aa',
    'fatal: no such commit 1a410efbd13591db07496601ebc7a059dd55cfe9',
  ],
  ['hashes that happen to have no letter', 'fatal: no such commit 9fceb02', 'fatal: no such commit 1234567'],
  ['spinners', '⠋ Error: boom', '⠙ Error: boom'],
  ['numbered workers', 'Error: worker-3 failed', 'Error: worker-12 failed'],
  ['times in file names', 'Error: see /logs/2026-01-02_03-04-05.log', 'Error: see /logs/2025-11-30_12-00-00.log'],
  ['durations of some other clock', 'Error: took 1.5e-3s', 'Error: took 2 ms'],
  ['UUIDs', 'Error: job 123e4567-e89b-12d3-a456-426614174000', 'Error: job 00000000-0000-4000-8000-00000000abcd'],
  ['e-mail', 'Error: mail to jane.doe@example.org bounced', 'Error: mail to bob+x@mail.example.com bounced'],
  ['lines and columns', 'src/a.ts:10:5 - error: boom', 'src/a.ts:9:25 - error: boom'],
  ['lines and columns in brackets', 'src/a.ts(10,5): error boom', 'src/a.ts(9,25): error boom'],
  ['line numbers in words', 'SyntaxError: unexpected end at line 12', 'SyntaxError: unexpected end at line 340'],
  ['positions of a linter', '  10:25  error  boom', '  9:5  error  boom'],
  ['process ids', 'Error: (node:1234) worker failed', 'Error: (node:99) worker failed'],
  ['process ids in words', 'error: pid 4242 failed', 'error: pid 17 failed'],
  ['progress', '[3/10] error: boom', '[9/10] error: boom'],
  ['percentages', 'Error at 45%: boom', 'Error at 7.5%: boom'],
  ['counts', 'Error: 12 of 400 failed', 'Error: 3 of 400 failed'],
  ['counts with separators', 'Error: 1,234,567 rows failed', 'Error: 12 rows failed'],
  ['sizes', 'Error: out of memory at 12.5 MB', 'Error: out of memory at 980 kB'],
  ['queries', 'Error: GET https://a.example/x?t=123&q=a failed', 'Error: GET https://a.example/x?t=9 failed'],
  ['queries of a path', 'Error: GET /api/x?nonce=abc failed', 'Error: GET /api/x?nonce=zzz failed'],
  ['handed-out ports', 'Error: connect ECONNREFUSED 127.0.0.1:49152', 'Error: connect ECONNREFUSED 127.0.0.1:60001'],
  ['colours', '\x1b[31mError:\x1b[0m boom', 'Error: boom'],
  ['links of a terminal', '\x1b]8;;file:///x\x07Error: boom\x1b]8;;\x07', 'Error: boom'],
  ['rewritten lines', '10%\r50%\rError: boom', 'Error: boom'],
  ['line ends', 'step one\r\nError: boom\r\n', 'step one\nError: boom\n'],
  ['indentation', '    Error:   boom', 'Error: boom'],
  ['quoted text that holds a time', "Error: expected 'at 03:04:05' to match", "Error: expected 'at 12:00:00' to match"],
  ['quoted text that holds a number', 'Error: expected "seat 14"', 'Error: expected "seat 15"'],
  ['frames', 'Error: boom\n    at f (/srv/a.js:1:2)', 'Error: boom\n    at g (/srv/b.js:3:4)'],
  ['lines before it', 'compiling 12 files\nError: boom', 'compiling 700 files in 3s\nError: boom'],
  ['passing tests', 'ok 1 - rejects an invalid name\nnot ok 2 - adds', 'ok 1 - throws an error\nnot ok 2 - adds'],
  ['passing tests of a reporter', '✔ error is shown (1ms)\n✖ adds', '✔ timeout is honoured (2ms)\n✖ adds'],
  ['passing files', 'PASS src/error.test.js\nFAIL src/a.test.js', 'PASS src/failed.test.js\nFAIL src/a.test.js'],
  ['headings of subtests', '# Subtest: an error\nnot ok 1 - adds', '# Subtest: a timeout\nnot ok 1 - adds'],
  ['lines of a package script', '> app@1.0.0 test-error\nnot ok 1 - adds', '> app@1.0.0 test\nnot ok 1 - adds'],
  ['passing tests of Go', '--- PASS: TestError (0.00s)\n--- FAIL: TestAdd (0.00s)', '--- FAIL: TestAdd (0.12s)'],
  ['passing tests of Python', 'test_error (m.C) ... ok\ntest_add (m.C) ... FAIL', 'test_add (m.C) ... FAIL'],
];

const DIFFERENT: readonly (readonly [kind: string, one: string, other: string])[] = [
  ['exit codes', 'Error: exited with code 1', 'Error: exited with code 127'],
  ['exit codes in short', 'make failed: exit 1', 'make failed: exit 2'],
  ['exit statuses', 'Error: exit status 1', 'Error: exit status 255'],
  ['exit codes of a child', 'Error: spawn failed (exitCode: 1)', 'Error: spawn failed (exitCode: 9)'],
  ['return codes', 'CalledProcessError: returncode=1', 'CalledProcessError: returncode=2'],
  ['exits in words', 'error: process exited with 1', 'error: process exited with 134'],
  ['error numbers', 'OSError: [Errno 2] cannot open', 'OSError: [Errno 13] cannot open'],
  ['error numbers below zero', 'Error: errno: -2', 'Error: errno: -13'],
  ['signals', 'Error: killed by signal 9', 'Error: killed by signal 11'],
  ['HTTP statuses', 'Error: HTTP 404', 'Error: HTTP 500'],
  ['HTTP statuses with a version', 'error: HTTP/1.1 404', 'error: HTTP/1.1 503'],
  ['statuses', 'Error: Request failed with status code 404', 'Error: Request failed with status code 500'],
  ['HTTP errors', 'urllib: HTTP Error 404', 'urllib: HTTP Error 500'],
  ['exit codes in brackets', 'Error: job exited (1)', 'Error: job exited (137)'],
  ['exit codes of a variable', 'error: EXIT_CODE=3', 'error: EXIT_CODE=4'],
  ['statuses in JSON', 'Error: {"status":404}', 'Error: {"status":409}'],
  ['ports', 'Error: port 3000 is taken', 'Error: port 3001 is taken'],
  ['ports that are set', 'Error: cannot bind PORT=3000', 'Error: cannot bind PORT=8080'],
  [
    'ports of an address',
    'Error: listen EADDRINUSE: address already in use :::3000',
    'Error: listen EADDRINUSE: address already in use :::3001',
  ],
  ['ports of a service', 'Error: connect ECONNREFUSED 127.0.0.1:5432', 'Error: connect ECONNREFUSED 127.0.0.1:6379'],
  ['ports in a URL', 'Error: GET http://localhost:3000/ failed', 'Error: GET http://localhost:4000/ failed'],
  ['codes of the system', "Error: ENOENT: open 'a'", "Error: EACCES: open 'a'"],
  ['codes of a compiler', 'a.ts(1,2): error TS2304: boom', 'a.ts(1,2): error TS2322: boom'],
  ['codes of another compiler', 'error[E0425]: boom', 'error[E0382]: boom'],
  ['codes of a database', 'Error ORA-00942: boom', 'Error ORA-01017: boom'],
  ['tests', 'not ok 1 - adds', 'not ok 1 - subtracts'],
  ['tests of a reporter', '✖ adds (1ms)', '✖ subtracts (1ms)'],
  ['tests that end in a number', 'not ok 1 - test_1', 'not ok 1 - test_2'],
  ['test files', 'FAIL src/a.test.js', 'FAIL src/b.test.js'],
  ['missing modules', "Error: Cannot find module 'left-pad'", "Error: Cannot find module 'right-pad'"],
  ['missing modules with a number', "Error: Cannot find module 'vue2'", "Error: Cannot find module 'vue3'"],
  [
    'missing modules of Python',
    "ModuleNotFoundError: No module named 'numpy'",
    "ModuleNotFoundError: No module named 'scipy'",
  ],
  [
    'values asserted',
    "AssertionError: expected 'red' to equal 'blue'",
    "AssertionError: expected 'red' to equal 'green'",
  ],
  [
    'values asserted beneath a heading',
    "AssertionError: not equal:\n+ 'a'\n- 'b'",
    "AssertionError: not equal:\n+ 'a'\n- 'c'",
  ],
  ['values in backticks', 'error: unexpected `;`', 'error: unexpected `}`'],
  ['files', 'src/a.ts:1:1 - error: boom', 'src/b.ts:1:1 - error: boom'],
  ['files in a temporary folder', 'Error: no such file /tmp/x1/a.js', 'Error: no such file /tmp/x1/b.js'],
  [
    'named files straight in a temporary folder',
    'Error: no such file /tmp/config.json',
    'Error: no such file /tmp/users.json',
  ],
  ['extensions', 'Error: cannot load a.json', 'Error: cannot load a.yaml'],
  ['flags', 'error: unknown option --colour', 'error: unknown option --color'],
  ['commands', 'sh: 1: jest: not found', 'sh: 1: mocha: not found'],
  ['hosts', 'Error: getaddrinfo ENOTFOUND db.internal', 'Error: getaddrinfo ENOTFOUND cache.internal'],
  ['paths of a URL', 'Error: GET https://a.example/users?x=1', 'Error: GET https://a.example/orders?x=1'],
  ['methods', 'Error: POST /a failed', 'Error: GET /a failed'],
  ['types of errors', 'TypeError: boom', 'RangeError: boom'],
  ['names', 'ReferenceError: foo is not defined', 'ReferenceError: bar is not defined'],
  [
    'properties',
    "Cannot read properties of undefined (reading 'a')",
    "Cannot read properties of undefined (reading 'b')",
  ],
  ['packages', 'npm error 404 left-pad@latest', 'npm error 404 right-pad@latest'],
  ['algorithms', 'Error: sha256 digest differs', 'Error: sha512 digest differs'],
  ['encodings', 'Error: cannot decode utf8', 'Error: cannot decode utf16'],
  ['a failure and the same line as a heading of another', 'Error: boom', 'Error: boom:\nbecause'],
];

describe('a fingerprint of a run', () => {
  test.each(SAME)('is the same for %s', (_kind, one, other) => {
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  test.each(DIFFERENT)('tells apart %s', (_kind, one, other) => {
    expect(fingerprint(one)).not.toBe(fingerprint(other));
  });

  test('tells apart the failing criteria and the failing tests', () => {
    const all = [
      { criteria: ['tests'], tests: [] },
      { criteria: ['lint'], tests: [] },
      { criteria: ['tests', 'lint'], tests: [] },
      { criteria: ['tests'], tests: ['case 1'] },
      { criteria: ['tests'], tests: ['case 2'] },
    ].map((failure) => runFingerprint({ ...failure, output: 'Error: boom' }).fingerprint);
    expect(new Set(all).size).toBe(all.length);
  });

  test('does not depend on the order of the tests, nor on where they lie', () => {
    const of = (tests: readonly string[]) => runFingerprint({ criteria: ['c1'], tests, output: 'x' }).fingerprint;
    expect(of(['/tmp/a1/x.mjs', 'b'])).toBe(of(['b', '/tmp/zz/x.mjs']));
  });

  test('never comes from the name of a passing test', () => {
    const passing = [
      'ok 1 - an error',
      '# Subtest: fatal',
      '✔ denied',
      '√ refused',
      '✓ invalid',
      'PASS timeout',
      '> no such',
    ];
    for (const line of passing) {
      expect(runFingerprint({ criteria: ['c1'], tests: [], output: `${line}\n  ${line}\n1 test is red` }).line).toBe(
        '1 test is red',
      );
    }
  });

  test('shows people the line as it was written', () => {
    const { line } = runFingerprint({ criteria: ['c1'], tests: [], output: 'a\n\x1b[31mError: at 03:04:05\x1b[0m\nb' });
    expect(line).toBe('Error: at 03:04:05');
  });

  test('has the coarser signature as its class', () => {
    const of = (output: string) => runFingerprint({ criteria: ['c1'], tests: [], output });
    const [one, two] = [of("Error: Cannot find module 'a'"), of("Error: Cannot find module 'b'")];
    expect(one.fingerprintClass).toBe(two.fingerprintClass);
    expect(one.fingerprint).not.toBe(two.fingerprint);
  });
});

describe('an error signature', () => {
  test('hashes tool, class and text', () => {
    expect(errorSignature('find_user_id_by_email', 'Error: user not found')).toMatchObject({
      class: 'not_found',
      text: 'error: user not found',
      signature: '9536d13393c9e983',
    });
  });

  test.each([
    ['{"error": {"code": 404, "message": "Order not found"}}', 'order not found'],
    ['{"message": "see error", "error": "request timed out"}', 'request timed out'],
    ['{"stdout": "", "stderr": "make: *** timed out"}', 'make: *** timed out'],
    ['{"detail": "seat 14 of 200 not found"}', 'seat <n> of <n> not found'],
    ['Traceback (most recent call last):\n  File "a.py", line 3, in f\n    g()\nValueError: bad', 'valueerror: bad'],
    ["Error: key 'customer name' not found", 'error: key <str> not found'],
    ["Error: the user's order wasn't found", "error: the user's order wasn't found"],
    ['cat: /etc/app/secret.conf: Permission denied', 'cat: <path.conf>: permission denied'],
    ['Error: pod web-7 at https://x.example/y?z=1 not found', 'error: pod <id> at <url> not found'],
  ])('reads %s', (output, text) => {
    expect(errorSignature('t', output).text).toBe(text);
  });

  test('takes linear time', () => {
    for (const unit of ['a', 'a.', '1a', "'", '/-', '^', '\x1b[', '{', '::', '1:', '?a=', 'a-1', '://']) {
      const output = `Error ${unit.repeat(1_000_000 / unit.length)}!`;
      expect(errorSignature('t', output).class).toBe('unknown');
      expect(runFingerprint({ criteria: ['c1'], tests: [], output }).fingerprint).toHaveLength(16);
    }
  }, 20_000);
});

test('an output normalised twice over says the same of two runs', () => {
  const output = (time: string) => `\x1b[1mstarted ${time}\x1b[0m\n\nread 12 files in 3ms\n`;
  expect(normaliseOutput(output('03:04:05'))).toBe(normaliseOutput(output('12:00:01')));
});
