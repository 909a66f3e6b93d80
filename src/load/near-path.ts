/** What was perhaps meant by a path that is not there. */
import path from 'node:path';
import { isFile, isFolder, listFolder } from './read-file.ts';
import { nearest } from './suggest.ts';

/** Folders of a project that hold its files. */
const HOLD = ['contracts', 'specs', 'targets', 'policies'];

/** "did you mean": segment by segment the nearest that is there, or a file of that name further down. */
export function nearPath(root: string, place: string): string | undefined {
  const near = bySegments(root, place) ?? byName(root, path.basename(place));
  return near === undefined
    ? undefined
    : `did you mean ${JSON.stringify(path.relative(root, near).split(path.sep).join('/'))}?`;
}

function bySegments(root: string, place: string): string | undefined {
  const relative = path.relative(root, place);
  if (relative.startsWith('..') || path.isAbsolute(relative)) return undefined;
  return relative.split(path.sep).reduce<string | undefined>((here, segment) => {
    if (here === undefined || !isFolder(here)) return undefined;
    const next = path.join(here, segment);
    if (isFolder(next) || isFile(next)) return next;
    const name = nearest(segment, namesIn(here));
    return name === undefined ? undefined : path.join(here, name);
  }, root);
}

function byName(root: string, name: string): string | undefined {
  const places = HOLD.flatMap((folder) => filesUnder(path.join(root, folder)));
  const bare = (place: string): string => path.basename(place).replace(/\.ya?ml$/i, '');
  const found = nearest(name.replace(/\.ya?ml$/i, ''), places.map(bare));
  return places.find((place) => bare(place) === found);
}

function filesUnder(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  return listFolder(folder).flatMap((entry) => (entry.isFolder ? filesUnder(entry.path) : [entry.path]));
}

function namesIn(folder: string): readonly string[] {
  return listFolder(folder).map(({ name }) => name);
}
