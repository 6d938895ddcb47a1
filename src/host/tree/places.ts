import { systemPath } from './byte-paths.ts';

/** A name in a folder as the walk needs it: joined once, since joining anew costs as much as asking the file system. */
interface Place {
  /** Relative to the work tree. */
  readonly path: string;
  /** The same with a slash at its end. */
  readonly asFolder: string;
  readonly source: string;
  readonly system: string | Buffer;
}

/** Places of one folder by name. */
export type Folder = (name: string) => Place;

/** Remembers places from one record to the next. Folders are named `''` or `a/b/`. */
export function rememberPlaces(): (folder: string, source: string) => Folder {
  const folders = new Map<string, Folder>();
  return (folder, source) => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const places = new Map<string, Place>();
    const placeOf: Folder = (name) => {
      const found = places.get(name);
      if (found !== undefined) return found;
      const path = folder + name;
      const below = `${source}/${name}`;
      const place = { path, asFolder: `${path}/`, source: below, system: systemPath(below) };
      places.set(name, place);
      return place;
    };
    folders.set(folder, placeOf);
    return placeOf;
  };
}
