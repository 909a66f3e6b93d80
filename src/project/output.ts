/**
 * The folder of a report. What cannot be written, and what is somebody else's, is found before anything is sent; and
 * what is new takes the place of the old only when all of it is written, so that however a run ends, one report is whole.
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
import { OTHER_OUT, worded } from './files.ts';
import { checkFree, dropLock, takeLock } from './lock.ts';

export const ALLURE = 'allure-results';

/** Everything in an output folder that a new run replaces; `report.json` last, since where it stands the report is whole. */
export const ARTIFACTS: readonly string[] = [
  'index.html',
  'evidence',
  ALLURE,
  ...FORMATS.map(({ file }) => file).toReversed(),
];

/** Where several reports lie side by side. */
const OVERVIEW = 'overview.json';

/** What names the folder, unless somebody says otherwise. */
const BY = '--out';

/** What is being written, and what makes way for it. */
const FRESH = '.plumbline-fresh';
const FORMER = '.plumbline-former';
/** Beside a report, and where a run ended without one. */
const BESIDE = new Set([
  'leftovers.ndjson',
  'unfinished.ndjson',
  'waivers-proposed.yaml',
  'playwright',
  '.gitignore',
  '.gitkeep',
  '.DS_Store',
]);
/** A report that does not fit into this much would not fit into twice as much either. */
const PROBE_BYTES = 512 * 1024;

/**
 * Absolute path of a folder that can be written and is ours or empty, as it was. Throws `BadInput` for any other.
 * @param by what names it
 */
export function checkOutput(given: string, by = BY): string {
  if (given.trim() === '')
    throw badOutput(`${by} names no folder`, `A variable that is empty? Leave ${by} away, or name a folder.`);
  const out = path.resolve(given);
  const hint = by === BY ? OTHER_OUT : `Name a folder for the report with ${by}.`;
  const made = makeFolder(out, hint);
  try {
    // What somebody is writing just now looks like what was cut off.
    checkFree(out);
    refuseLinks(out);
    restore(out);
    const entries = readdirSync(out);
    if (!isOurs(out, entries)) {
      const shown = entries.filter((name) => !BESIDE.has(name)).slice(0, 3);
      throw badOutput(
        `${out} holds files that are not a report's, such as ${shown.join(', ')}`,
        'Name another folder, or a new one in it: a run replaces what an earlier run left there.',
      );
    }
    probe(out);
  } catch (error) {
    throw worded(error, out, hint);
  } finally {
    // Whoever writes makes them again; a run that is refused for another reason leaves nothing behind.
    for (const folder of made.toReversed()) rmdirSync(folder);
  }
  return out;
}

/** Works in a folder that `checkOutput` lets pass; nobody else writes to it meanwhile. */
export async function inOutput<T>(given: string, work: (out: string) => Promise<T> | T): Promise<T> {
  const out = checkOutput(given);
  return holding(out, () => work(out));
}

/** The same for a folder that holds more than a report. */
export async function holding<T>(folder: string, work: () => Promise<T> | T): Promise<T> {
  const giveBack = holdOutput(folder);
  try {
    return await work();
  } finally {
    giveBack();
  }
}

/** Keeps others from writing there until it is given back, or this process ends. Throws `BadInput` where somebody else writes there. */
export function holdOutput(out: string): () => void {
  const made = makeFolder(out);
  const giveBack = (): void => {
    process.off('exit', giveBack);
    dropLock(out);
    removeEmpty(made);
  };
  try {
    refuseLinks(out);
    takeLock(out);
  } catch (error) {
    removeEmpty(made);
    throw worded(error, out);
  }
  process.once('exit', giveBack);
  return giveBack;
}

/** A file that Plumbline writes may be no symbolic link: a pull request can commit one that leads to any file. Throws `BadInput`. */
export function refuseLink(file: string): void {
  const entry = lstatSync(file, { throwIfNoEntry: false });
  if (entry === undefined || entry.isFile() || entry.isDirectory()) return;
  if (!entry.isSymbolicLink())
    throw badOutput(`${file} is no regular file, so a run could wait for it forever`, 'Remove it, and run again.');
  throw badOutput(
    `${file} is a symbolic link, and Plumbline would write to the file that it leads to`,
    'Remove the link, and run again.',
  );
}

/** Folders that commands write to if the user names none. */
const DEFAULT_FOLDERS: readonly string[] = [path.join('reports', 'latest'), path.join('reports', 'send')];

/** Refuses symbolic links among the files of a report folder, and a default folder that leads out of the working folder. Throws `BadInput`. */
export function refuseLinks(out: string): void {
  const isDefault = DEFAULT_FOLDERS.some((folder) => path.resolve(folder) === path.resolve(out));
  for (const folder of isDefault ? [path.dirname(out), out] : [])
    if (existsSync(folder) && !isWithin('.', folder))
      throw badOutput(
        `${folder} is a symbolic link to a folder outside of the working folder`,
        'Remove the link, and run again.',
      );
  if (!existsSync(out)) return;
  for (const name of readdirSync(out))
    if (ARTIFACTS.includes(name) || BESIDE.has(name) || name === OVERVIEW || name.startsWith('.plumbline-'))
      refuseLink(path.join(out, name));
}

/** Opens a file of a report folder to write to it, and creates the folder if needed. Throws `BadInput` for a symbolic link. */
export function openInReport(file: string, flags: 'a' | 'w', mode?: number): number {
  refuseLinks(path.dirname(file));
  refuseLink(file);
  mkdirSync(path.dirname(file), { recursive: true });
  return openSync(file, flags, mode);
}

function removeEmpty(folders: readonly string[]): void {
  try {
    for (const folder of folders.toReversed()) rmdirSync(folder);
  } catch {
    // Something is in it by now.
  }
}

/** The folders that had to be made. One after the other: Node's own way never ends below some that the system makes up. */
function makeFolder(out: string, hint = OTHER_OUT): readonly string[] {
  const missing: string[] = [];
  let place = out;
  while (!existsSync(place)) {
    missing.unshift(place);
    if (path.dirname(place) === place) break;
    place = path.dirname(place);
  }
  const made: string[] = [];
  try {
    if (!statSync(place).isDirectory()) throw badOutput(`${place} is no folder`, hint);
    for (const folder of missing) {
      mkdirSync(folder);
      made.push(folder);
    }
  } catch (error) {
    for (const folder of made.toReversed()) rmdirSync(folder);
    throw worded(error, out, hint);
  }
  return made;
}

function isOurs(out: string, entries: readonly string[]): boolean {
  if (entries.every((name) => BESIDE.has(name) || name.startsWith('.plumbline-'))) return true;
  return ['report.json', OVERVIEW, path.join('evidence', 'run.json')].some((name) =>
    speaksOfPlumbline(path.join(out, name)),
  );
}

function speaksOfPlumbline(file: string): boolean {
  try {
    return (
      statSync(file).isFile() && /^\s*\{\s*"schema"\s*:\s*"plumbline\./.test(readFileSync(file, 'utf8').slice(0, 200))
    );
  } catch {
    return false;
  }
}

/** Whether a file beside the report can be written when a run is over: told before anything is sent, and nothing is left. */
export function checkWritable(file: string, how: 'added-to' | 'replaced', hint: string): void {
  const made = makeFolder(path.dirname(file), hint);
  try {
    refuseLink(file);
    if (how === 'added-to' && existsSync(file)) closeSync(openSync(file, 'a'));
    else probe(path.dirname(file));
  } catch (error) {
    throw worded(error, file, hint);
  } finally {
    removeEmpty(made);
  }
}

function probe(out: string): void {
  const file = path.join(out, `.plumbline-probe-${process.pid}`);
  try {
    writeFileSync(file, Buffer.alloc(PROBE_BYTES), { flag: 'wx' });
  } finally {
    rmSync(file, { force: true });
  }
}

/** Puts what `write` makes in place of what is there; `report.json` last. Throws `BadInput`, and has then changed nothing. */
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
    throw worded(error, out);
  }
}

/**
 * What was cut off between the old and the new: as long as the new `report.json` is not in its place, the views that made
 * way for it come back.
 */
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

/** One file, whole or as it was; a symbolic link in its place is replaced. */
export function writeWhole(file: string, text: string, hint?: string): void {
  const fresh = `${file}.${process.pid}.fresh`;
  try {
    rmSync(fresh, { force: true });
    writeFileSync(fresh, text, { flag: 'wx' });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw worded(error, file, hint);
  }
}

function badOutput(message: string, hint: string): BadInput {
  return BadInput.of('bad-output', message, { hint });
}
