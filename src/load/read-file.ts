/** Reads files and folders; apart from the cache, loading touches the disk only here. */
import { isMap } from '../model/json.ts';
import { notYamlProblem, ProblemList } from './problem-list.ts';
import { PROGRAM_ROOT } from './program.ts';
import { nearestName } from './suggest.ts';
import { YamlDocument } from './yaml-document.ts';
import { readdirSync, readFileSync, realpathSync, type Stats, statSync } from 'node:fs';
import path from 'node:path';

/** Maximum size of a file: a mistyped path may name any file. */
const MAX_BYTES = 4 * 1024 * 1024;

/** The path in messages: relative to the root, with forward slashes; absolute if it is outside. */
export function shownPath(root: string, file: string): string {
  const relative = path.relative(root, file);
  const shown = relative.startsWith('..') || path.isAbsolute(relative) ? file : relative;
  return shown.split(path.sep).join('/');
}

/** The folder that a target file is shown relative to: the project, or the working folder if it has `targets/` and no project. */
export function targetHome(root: string, file: string, targets: string, cwd = process.cwd()): string {
  const isBelow = (folder: string): boolean => !path.isAbsolute(shownPath(folder, file));
  return !isBelow(root) && isBelow(path.join(cwd, targets)) ? cwd : root;
}

/** The folder whose files a target may name: the project, the working folder or the target's own folder. */
export function readableArea(root: string, file: string, cwd = process.cwd()): string {
  return [root, cwd].find((folder) => !path.isAbsolute(shownPath(folder, file))) ?? path.dirname(file);
}

/** Milliseconds since the epoch. */
export function modifiedAt(root: string, file: string): number {
  return statSync(path.resolve(root, file)).mtimeMs;
}

interface ReadOptions {
  /** Message if the file does not exist. */
  readonly message?: string;
  readonly hint?: string | (() => string | undefined);
  /** A file or folder outside of the project that may be read too: the user typed its path, or it is beside such a file. */
  readonly allowed?: string | undefined;
  /** Key that every file of this kind has. */
  readonly key?: string;
}

/**
 * The document; undefined if it cannot be read, with the reasons in `problems`. A file that resolves to a place outside
 * of the project is not read: a pull request can commit a link to any file. An allowed one is quoted only if it is of
 * the expected kind.
 */
export function readYaml(
  root: string,
  file: string,
  problems: ProblemList,
  { message, hint, allowed, key }: ReadOptions = {},
): YamlDocument | undefined {
  const shown = shownPath(root, file);
  let bytes: Buffer;
  let isOurs: boolean;
  try {
    const found = statSync(file);
    // Reading a pipe would block, and a device has no end.
    if (!found.isFile() && !found.isDirectory()) {
      problems.addUnreadable(shown, 'a pipe or a device, not a file');
      return undefined;
    }
    if (found.size > MAX_BYTES) {
      problems.addUnreadable(shown, `larger than ${MAX_BYTES / 1024 / 1024} MiB`);
      return undefined;
    }
    isOurs = isWithin(root, file) || isWithin(PROGRAM_ROOT, file);
    if (!isOurs && (allowed === undefined || !isWithin(allowed, file))) {
      problems.add({
        code: 'file-outside',
        message: 'the link points outside the project, so Plumbline does not read it',
        file: shown,
        hint: 'copy the file into the project',
      });
      return undefined;
    }
    bytes = readFileSync(file);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR')
      problems.addMissing(shown, message ?? 'file not found', typeof hint === 'function' ? hint() : hint);
    else problems.addUnreadable(shown, code === 'EISDIR' ? 'this is a folder, not a file' : `cannot be read (${code})`);
    return undefined;
  }
  return isOurs ? decode(shown, bytes, problems) : unquoted(shown, bytes, problems, key);
}

/** Problems of a file outside of the project, without quotations: it may be any file of this machine. */
function unquoted(
  shown: string,
  bytes: Buffer,
  problems: ProblemList,
  key: string | undefined,
): YamlDocument | undefined {
  const found = new ProblemList();
  const document = decode(shown, bytes, found, false);
  if (document?.sound === true && (key === undefined || (isMap(document.data) && key in document.data)))
    // Read again for a document that reports to the list of the caller.
    return decode(shown, bytes, problems, false);
  if (document === undefined) problems.addAll(found);
  else if (!document.sound) problems.add(notYamlProblem(found.sorted()));
  else problems.add({ code: 'file-unexpected', message: `this has no key "${key ?? ''}"`, file: shown });
  return undefined;
}

/** Whether the file is the root or below it, with all links resolved. */
export function isWithin(root: string, file: string): boolean {
  const relative = path.relative(realpathSync(root), realpathSync(file));
  return relative !== '..' && !relative.startsWith(`..${path.sep}`) && !path.isAbsolute(relative);
}

function decode(shown: string, bytes: Buffer, problems: ProblemList, isOurs = true): YamlDocument | undefined {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    problems.add({ code: 'file-not-utf8', message: 'not UTF-8 text', file: shown, hint: 'save the file as UTF-8' });
    return undefined;
  }
  const document = new YamlDocument(shown, text, problems, isOurs);
  // A file with comments only is empty.
  if (document.data === undefined && isBlank(text)) {
    problems.add({ code: 'file-empty', message: 'the file is empty', file: shown });
    return undefined;
  }
  return document;
}

function isBlank(text: string): boolean {
  return text.split('\n').every((line) => /^\s*(#.*)?$/.test(line) || line.trim() === '---');
}

/** The `.yaml` files of a folder. Its other folders and YAML files are reported, except those that `isOther` accepts. */
export function yamlFilesIn(
  root: string,
  folder: string,
  problems: ProblemList,
  hint: string,
  isOther: (entry: FolderEntry) => boolean = () => false,
): readonly FolderEntry[] {
  const entries = listFolder(folder).filter((entry) => !isOther(entry));
  const isRead = ({ isFolder: isInner, name }: FolderEntry): boolean => !isInner && name.endsWith('.yaml');
  for (const entry of entries)
    if (!isRead(entry) && (entry.isFolder || isYamlName(entry.name)))
      problems.addUnexpected(shownPath(root, entry.path), hint);
  return entries.filter(isRead);
}

/** `.yml` counts too, so that such a file is reported and not ignored. */
export function isYamlName(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

export interface FolderEntry {
  readonly name: string;
  readonly path: string;
  readonly isFolder: boolean;
}

/** Entries of a folder by name; none if the folder does not exist. */
export function listFolder(folder: string): readonly FolderEntry[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => !entry.name.startsWith('.'))
      .map((entry) => ({
        name: entry.name,
        path: path.join(folder, entry.name),
        isFolder: entry.isSymbolicLink() ? isFolder(path.join(folder, entry.name)) : entry.isDirectory(),
      }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

export function isFolder(place: string): boolean {
  return statOf(place)?.isDirectory() ?? false;
}

export function isFile(place: string): boolean {
  return statOf(place)?.isFile() ?? false;
}

/** A path below a file and an impossible name are not errors here. */
function statOf(place: string): Stats | undefined {
  try {
    return statSync(place);
  } catch {
    return undefined;
  }
}

function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown';
}

/** Folders of a project. */
const HOLD = ['contracts', 'specs', 'targets', 'policies'];

/** Suggests a path: segment by segment the nearest existing one, or a file of that name further down. */
export function similarPath(root: string, place: string): string | undefined {
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
    const name = nearestName(segment, namesIn(here));
    return name === undefined ? undefined : path.join(here, name);
  }, root);
}

function byName(root: string, name: string): string | undefined {
  const places = HOLD.flatMap((folder) => filesUnder(path.join(root, folder)));
  const bare = (place: string): string => path.basename(place).replace(/\.ya?ml$/i, '');
  const found = nearestName(name.replace(/\.ya?ml$/i, ''), places.map(bare));
  return places.find((place) => bare(place) === found);
}

function filesUnder(folder: string): readonly string[] {
  if (!isFolder(folder)) return [];
  return listFolder(folder).flatMap((entry) => (entry.isFolder ? filesUnder(entry.path) : [entry.path]));
}

function namesIn(folder: string): readonly string[] {
  return listFolder(folder).map(({ name }) => name);
}
