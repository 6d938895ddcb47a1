import { beneath, type InjectLibrary, readInject } from '../../experience/inject-file/read-inject.ts';
import type { LessonFiles } from '../../host/hook-library.ts';

/** The libraries of files that can be read, the repository's first. */
export function librariesOf(files: LessonFiles): readonly InjectLibrary[] {
  const repository = files.repository === undefined ? undefined : readInject(files.repository, 'r');
  const user = files.user === undefined ? undefined : readInject(files.user, 'u');
  if (repository === undefined) return user === undefined ? [] : [user];
  return user === undefined || user.head.encoderId !== repository.head.encoderId
    ? [repository]
    : [repository, beneath(user, repository)];
}
