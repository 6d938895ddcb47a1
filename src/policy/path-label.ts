import { stripped } from './white-space.ts';

/** A path as messages and documents print it: repeated slashes, `.` parts and a final slash removed, `..` kept. */
export function pathLabel(argument: string): string {
  const root = /^\/\/(?!\/)/.test(argument) ? '//' : argument.startsWith('/') ? '/' : '';
  const parts = argument.split('/').filter((part) => part !== '' && part !== '.');
  return root + parts.join('/') || '.';
}

/** The `policy_id` of a decision about a policy that could not be used: its file name without the last suffix. */
export function policyIdOfPath(path: string): string {
  const name = pathLabel(path).split('/').at(-1) ?? '';
  const dot = name.lastIndexOf('.');
  const hasSuffix = dot > 0 && dot < name.length - 1;
  const id = stripped(hasSuffix ? name.slice(0, dot) : name);
  return id === '' || id === '.' ? 'unreadable-policy' : id;
}
