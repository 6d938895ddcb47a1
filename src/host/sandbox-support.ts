import { execFile } from 'node:child_process';

/** Whether bubblewrap can confine commands here, and if not, why. */
export type SandboxSupport =
  | { readonly kind: 'works'; readonly version: string }
  | { readonly kind: 'missing' | 'refused'; readonly why: string };

const TRIAL = [
  '--ro-bind',
  '/',
  '/',
  '--dev',
  '/dev',
  '--proc',
  '/proc',
  '--tmpfs',
  '/tmp',
  '--unshare-pid',
  '--unshare-net',
  '--cap-drop',
  'ALL',
];

/** Tries what a sandbox needs of this machine. */
export async function sandboxSupport(platform: NodeJS.Platform = process.platform): Promise<SandboxSupport> {
  if (platform !== 'linux') return { kind: 'missing', why: 'there is none on this system' };
  const version = await said(['--version']);
  if (version === null) return { kind: 'missing', why: 'bubblewrap is not installed' };
  const tried = await said([...TRIAL, '--die-with-parent', '--', 'true']);
  if (tried === null) return { kind: 'refused', why: 'this machine does not let bubblewrap make namespaces' };
  return { kind: 'works', version: version.replace(/^bubblewrap /, '') };
}

/** The first line of what it printed; null where it is missing, fails, or takes more than 5 s. */
function said(args: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    execFile('bwrap', args, { timeout: 5000, encoding: 'utf8' }, (error, stdout) => {
      resolve(error === null ? (stdout.split('\n')[0] ?? '').trim() : null);
    });
  });
}
