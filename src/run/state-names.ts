/** What the folder of a target is called among those that `--state` keeps. */
import { createHash } from 'node:crypto';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { TARGETS } from '../load/load-target.ts';
import { isYamlName } from '../load/read-file.ts';
import { placeOfTarget } from '../project/target-place.ts';

export interface OwnTarget {
  /** As `placeOfTarget` found it: a name below `root`, or an absolute path. */
  readonly place: string;
  readonly root: string;
  /** What it calls itself. */
  readonly name: string;
}

interface Asked {
  readonly target: string;
  readonly service?: readonly string[];
  readonly spec?: readonly string[];
}

/**
 * A target that is found by its name has a folder of that name, and with the services and versions that were chosen one
 * beside it. Other files may be called alike wherever they lie, so where they lie, seen from `folder`, is in the name.
 */
export function ownName(folder: string, { service = [], spec = [] }: Asked, { place, root }: OwnTarget): string {
  const file = fileOf(place, root);
  const own = foundName(file, root) ?? `${fileName(file)}-${placeHash(path.resolve(folder), file)}`;
  return joined([own, ...service, ...spec]);
}

/** As earlier editions called it, whatever else had the same name. */
export function formerName({ target, service = [], spec = [] }: Asked): string {
  return joined([isYamlName(target) ? fileName(target) : target, ...service, ...spec]);
}

function joined(parts: readonly string[]): string {
  const name = parts.map((part) => part.replaceAll(/[^\w.-]+/g, '-')).join('.');
  // The state itself, and what it lies in, are no folders of a target.
  return /^\.*$/.test(name) ? 'target' : name;
}

function fileOf(place: string, root: string): string {
  return path.isAbsolute(place) ? place : path.join(path.resolve(root), TARGETS, place, 'target.yaml');
}

function fileName(file: string): string {
  const { name, dir } = path.parse(file);
  return name === 'target' ? path.basename(dir) : name;
}

/** The name by which the file is found, where it is; a dot sets services apart, so that none may stand in it. */
function foundName(file: string, root: string): string | undefined {
  const name = path.basename(path.dirname(file));
  if (!/^[\w-]+$/.test(name)) return undefined;
  try {
    return fileOf(placeOfTarget(name, root), root) === file ? name : undefined;
  } catch (error) {
    if (error instanceof BadInput) return undefined;
    throw error;
  }
}

/** The folder and what lies around it may be moved together. */
function placeHash(folder: string, file: string): string {
  const seen = path.relative(folder, file).split(path.sep).join('/');
  return createHash('sha256').update(seen).digest('hex').slice(0, 8);
}
