import { normalize } from 'node:path';

/**
 * What is wrong with a file that was to hold a document, in words; null where the message is about something else. A file
 * that is not `checkpoint` is the `other` document.
 */
export function fileProblem(message: string, checkpoint: string | null, other = 'policy'): string | null {
  const noObject = /^expected JSON object: (.+)$/s.exec(message)?.[1];
  if (noObject !== undefined) return `${noObject} holds JSON, but no object`;
  const read = /^cannot read JSON object (.+?): (\[Errno (\d+)\] .*|'utf-8' codec .*|[^:]+(?:: line \d.*)?)$/s.exec(
    message,
  );
  if (read === null) return null;
  const [, path = '', detail = '', errno] = read;
  const isCheckpoint = checkpoint !== null && normalize(checkpoint) === normalize(path);
  const what = isCheckpoint ? 'checkpoint' : other;
  switch (errno) {
    case undefined:
      return detail.startsWith("'utf-8' codec")
        ? `${path} is not UTF-8: ${detail.slice("'utf-8' codec ".length)}`
        : `${path} is not JSON: ${detail}`;
    case '2':
      return `there is no ${what} at ${path}`;
    case '13':
      return `the ${what} ${path} may not be read`;
    case '21':
      return `${path} is a folder, not a ${what}`;
    default:
      return `the ${what} ${path} cannot be read: ${detail}`;
  }
}

/** Whether a message is about a file that could not be read at all, whatever it holds. */
export function isUnreadable(message: string): boolean {
  return /^cannot read JSON object .+?: (?:\[Errno \d+\]|file of \d+ bytes is larger)/s.test(message);
}
