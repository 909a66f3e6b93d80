/**
 * Report folder. Problems with it are found before anything is sent. New files replace the old ones only when all are written, so that one
 * complete report exists however a run ends.
 */
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { BadInput } from '../errors.ts';
import { isWithin } from '../load/read-file.ts';
import { FORMATS } from '../report/views/formats.ts';
import { OTHER_OUT_HINT, asBadInput } from './files.ts';
import { checkUnlocked, releaseLock, takeLock } from './lock.ts';

export const ALLURE = 'allure-results';

/** Folder for the files of Playwright's own reporters. */
export const PLAYWRIGHT = 'playwright';

/** Files that a new run replaces; `report.json` is last, since it marks a complete report. */
export const ARTIFACTS: readonly string[] = [
  'index.html',
  'evidence',
  ALLURE,
  ...FORMATS.map(({ file }) => file).toReversed(),
];

/** File of a folder with several reports. */
const OVERVIEW = 'overview.json';

/** Default name of the option in messages. */
const OUT_OPTION = '--out';

/** Folders for new files, and for old files that are being replaced. */
const FRESH = '.plumbline-fresh';
const FORMER = '.plumbline-former';
/** Files beside a report, and of a run without one. */
const OTHER_FILES = new Set([
  'leftovers.ndjson',
  'unfinished.ndjson',
  'waivers-proposed.yaml',
  PLAYWRIGHT,
  '.gitignore',
  '.gitkeep',
  '.DS_Store',
]);
/** Enough free space for most reports. */
const PROBE_BYTES = 512 * 1024;

/**
 * Absolute path of a writable folder that is empty or has a report; the folder is not changed. Throws `BadInput` for any other. `by`:
 * option in messages
 */
export function checkOutput(given: string, by = OUT_OPTION): string {
  if (given.trim() === '')
    throw badOutput(
      `${by} has no value`,
      `If its value is a variable, the variable is empty. Give a folder or remove ${by}.`,
    );
  const out = path.resolve(given);
  const hint = by === OUT_OPTION ? OTHER_OUT_HINT : `Give a folder for the report with ${by}.`;
  const made = makeFolder(out, hint);
  try {
    // Files that another process is writing look incomplete.
    checkUnlocked(out);
    rejectSymlinks(out);
    restore(out);
    const entries = readdirSync(out);
    if (!isReportFolder(out, entries)) {
      const shown = entries.filter((name) => !OTHER_FILES.has(name)).slice(0, 3);
      throw badOutput(
        `${out} contains other files than a report, such as ${shown.join(', ')}`,
        'Choose another folder or a subfolder: a run deletes the report of an earlier run in its folder.',
      );
    }
    checkSpace(out);
  } catch (error) {
    throw asBadInput(error, out, hint);
  } finally {
    // Created folders are removed again, in case the run is rejected for another reason.
    for (const folder of made.toReversed()) rmdirSync(folder);
  }
  return out;
}

/** Works in a folder that `checkOutput` accepts, with a lock. */
export async function withOutputFolder<T>(given: string, work: (out: string) => Promise<T> | T): Promise<T> {
  const out = checkOutput(given);
  return withLockedFolder(out, () => work(out));
}

/** The same for a folder with other files. */
export async function withLockedFolder<T>(folder: string, work: () => Promise<T> | T): Promise<T> {
  const giveBack = lockOutput(folder);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** Locks a folder until it is released or the process ends. Throws `BadInput` if another process holds it. */
export function lockOutput(out: string): () => void {
  const made = makeFolder(out);
  const giveBack = (): void => {
    process.off('exit', giveBack);
    releaseLock(out);
    removeEmpty(made);
  };
  try {
    rejectSymlinks(out);
    takeLock(out);
  } catch (error) {
    removeEmpty(made);
    throw asBadInput(error, out);
  }
  process.once('exit', giveBack);
  return giveBack;
}

/** Throws `BadInput` for a symbolic link: a pull request can commit one that leads to any file. */
export function rejectSymlink(file: string): void {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (entry === undefined || entry.isFile() || entry.isDirectory()) return;
  if (!entry.isSymbolicLink())
    throw badOutput(`${file} is not a regular file, and opening it could block the run`, 'Remove it and run again.');
  throw badOutput(
    `${file} is a symbolic link, and Plumbline does not write through links`,
    'Remove the link and run again.',
  );
}

/** Folders that commands write to by default. */
const DEFAULT_FOLDERS: readonly string[] = [path.join('reports', 'latest'), path.join('reports', 'send')];

/** Throws `BadInput` for symbolic links among the files of a report folder, and for a default folder outside the working folder. */
export function rejectSymlinks(out: string): void {
  const isDefault = DEFAULT_FOLDERS.some((folder) => path.resolve(folder) === path.resolve(out));
  for (const folder of isDefault ? [path.dirname(out), out] : [])
    if (existsSync(folder) && !isWithin('.', folder))
      throw badOutput(
        `${folder} is a symbolic link to a folder outside of the working folder`,
        'Remove the link and run again.',
      );
  if (!existsSync(out)) return;
  for (const name of readdirSync(out))
    if (ARTIFACTS.includes(name) || OTHER_FILES.has(name) || name === OVERVIEW || name.startsWith('.plumbline-'))
      rejectSymlink(path.join(out, name));
}

/** Opens a file of a report folder for writing, and creates the folder if needed. Throws `BadInput` for a symbolic link. */
export function openInReport(file: string, flags: 'a' | 'w', mode?: number): number {
  rejectSymlinks(path.dirname(file));
  rejectSymlink(file);
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, flags, mode);
}

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders.toReversed()) rmdirSync(folder);
  } catch {
    // The folder is not empty any more.
  }
}

/** Creates folders one by one and returns them: Node's recursive mode never ends below some virtual file systems. */
function makeFolder(out: string, hint = OTHER_OUT_HINT): readonly string[] {
  const missing: string[] = [];
  let place = out;
  while (!existsSync(place)) {
    missing.unshift(place);
    if (path.dirname(place) === place) break;
    place = path.dirname(place);
  }
  const made: string[] = [];
  try {
    if (!statSync(place).isDirectory()) throw badOutput(`${place} is not a folder`, hint);
    for (const folder of missing) {
      mkdirSync(folder);
      made.push(folder);
    }
  } catch (error) {
    for (const folder of made.toReversed()) rmdirSync(folder);
    throw asBadInput(error, out, hint);
  }
  return made;
}

function isReportFolder(out: string, entries: readonly string[]): boolean {
  if (entries.every((name) => OTHER_FILES.has(name) || name.startsWith('.plumbline-'))) return true;
  return ['report.json', OVERVIEW, path.join('evidence', 'run.json')].some((name) =>
    isPlumblineReport(path.join(out, name)),
  );
}

function isPlumblineReport(file: string): boolean {
  try {
    return (
      statSync(file).isFile() && /^\s*\{\s*"schema"\s*:\s*"plumbline\./.test(readFileSync(file, 'utf8').slice(0, 200))
    );
  } catch {
    return false;
  }
}

/** Throws `BadInput` if a file beside the report cannot be written; leaves no file. */
export function checkWritable(file: string, how: 'added-to' | 'replaced', hint: string): void {
  const made = makeFolder(path.dirname(file), hint);
  try {
    rejectSymlink(file);
    if (how === 'added-to' && existsSync(file)) closeSync(openSync(file, 'a'));
    else checkSpace(path.dirname(file));
  } catch (error) {
    throw asBadInput(error, file, hint);
  } finally {
    removeEmpty(made);
  }
}

function checkSpace(out: string): void {
  const file = path.join(out, `.plumbline-probe-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { flag: 'wx' });
  } finally {
    rmSync(file, { force: true });
  }
}

/** Replaces the report files by those that `write` creates, `report.json` last. Throws `BadInput` without any change. */
export async function replaceArtifacts(out: string, write: (fresh: string) => Promise<void> | void): Promise<void> {
  const [fresh, former] = [path.join(out, FRESH), path.join(out, FORMER)];
  try {
    makeFolder(out);
    restore(out);
    mkdirSync(fresh);
    await write(fresh);
    mkdirSync(former);
    for (const name of ARTIFACTS)
      if (name !== 'report.json' && existsSync(path.join(out, name)))
        renameSync(path.join(out, name), path.join(former, name));
    for (const name of ARTIFACTS)
      if (existsSync(path.join(fresh, name))) renameSync(path.join(fresh, name), path.join(out, name));
    rmSync(fresh, { recursive: true });
    rmSync(former, { recursive: true });
  } catch (error) {
    restore(out);
    throw asBadInput(error, out);
  }
}

/** Restores the old views of an interrupted replacement, unless the new `report.json` is in place. */
function restore(out: string): void {
  const [fresh, former] = [path.join(out, FRESH), path.join(out, FORMER)];
  if (existsSync(former) && existsSync(path.join(fresh, 'report.json'))) {
    for (const name of readdirSync(former)) {
      rmSync(path.join(out, name), { recursive: true, force: true });
      renameSync(path.join(former, name), path.join(out, name));
    }
  }
  for (const folder of [former, fresh]) rmSync(folder, { recursive: true, force: true });
}

/** Writes one file atomically; a symbolic link in its place is replaced. */
export function writeAtomically(file: string, text: string, hint?: string): void {
  const fresh = `${file}.${process.pid}.fresh`;
  try {
    rmSync(fresh, { force: true });
    writeFileSync(fresh, text, { flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw asBadInput(error, file, hint);
  }
}

function badOutput(message: string, hint: string): BadInput {
  return BadInput.of('bad-output', message, { hint });
}
