/** Where the target that somebody names is: what is relative is meant from where they stand. */
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { isFileName, TARGETS, targetNames } from '../load/load-target.ts';
import { isFile, isWithin } from '../load/read-file.ts';
import { unknownInput } from '../load/suggest.ts';

/**
 * A file is looked for in the working folder first, then in the project; a name below the `targets/` of either, likewise.
 * What is in the working folder comes back as an absolute path, so that it does not matter where it is opened. Throws
 * `BadInput` where there is neither.
 */
export function placeOfTarget(nameOrFile: string, root: string, cwd = process.cwd()): string {
  const places = [...new Set([path.resolve(cwd), path.resolve(root)])];
  if (isFileName(nameOrFile)) {
    const files = places.map((place) => path.resolve(place, nameOrFile));
    const found = files.find(isFile);
    if (found !== undefined) return found;
    throw BadInput.of('unknown-target', `there is no target file ${nameOrFile}`, {
      hint: `looked for ${[...new Set(files)].join(' and ')}`,
    });
  }
  const ofName = (place: string): string => path.join(place, TARGETS, nameOrFile, 'target.yaml');
  const place = places.find((one) => isFile(ofName(one)));
  if (place === path.resolve(root)) return nameOrFile;
  if (place !== undefined) return inside(ofName(place), [place]);
  const names = [...new Set(places.flatMap(targetNames))];
  throw unknownInput('target', nameOrFile, names);
}

/** The same of a target that a list names which a run wrote: a pull request can change it, so it names no file outside of the project. */
export function placeOfRecorded(nameOrFile: string, root: string, cwd = process.cwd()): string {
  const place = placeOfTarget(nameOrFile, root, cwd);
  return isFileName(place) ? inside(place, [cwd, root]) : place;
}

function inside(file: string, folders: readonly string[]): string {
  if (folders.some((folder) => isWithin(folder, file))) return file;
  throw BadInput.of('file-outside', `${file} is outside of the project, and is not read`, {
    hint: 'If it is the target that you mean, name it with --target.',
  });
}

/** As somebody would name the same target again from the same folder: without a path of this machine where there is a shorter one. */
export function namedAgain(nameOrFile: string, cwd = process.cwd()): string {
  if (!isFileName(nameOrFile)) return nameOrFile;
  const relative = path.relative(cwd, path.resolve(cwd, nameOrFile));
  // Another drive has no relative path.
  return (path.isAbsolute(relative) ? relative : isFileName(relative) ? relative : `./${relative}`)
    .split(path.sep)
    .join('/');
}
