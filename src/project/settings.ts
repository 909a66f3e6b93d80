import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { BadInput } from '../errors.ts';
import type { ChosenFormats } from '../report/views/formats.ts';
import type { RunInfo } from '../report/model.ts';
import { isFileName, targetNames, TARGETS } from '../load/load-target.ts';
import { isFile, isWithin } from '../load/read-file.ts';
import { unknownInput } from '../load/suggest.ts';

/** What one run was asked to do. Among Playwright's processes it travels as one environment variable. */

export interface RunSettings {
  readonly runId: string;
  /** Where specs, contracts and targets are. */
  readonly root: string;
  /** A name below `targets/`, or a file. */
  readonly target: string;
  readonly services?: readonly string[];
  readonly specs?: readonly string[];
  readonly only?: string;
  /** Absolute path of the folder for artefacts. */
  readonly out: string;
  readonly shard?: string;
  /** Groups are sent in an order of this number's own; the report keeps the order of the plan. */
  readonly shuffle?: number;
  /** A preset's name or a file. */
  readonly policy?: string;
  readonly baseline?: string;
  /** Everything that the baseline was asked for must be asked for again. */
  readonly strict?: boolean;
  readonly history?: string;
  /** Absolute path at which the report is kept where it is admitted as a whole. */
  readonly admitted?: string;
  /** Files beside the report; absent: those of the target. */
  readonly formats?: ChosenFormats;
  /** Faults for an embedded target, beside those that the target names. */
  readonly faults?: readonly string[];
  /** Lists of reference data as the service gave them out before it was planned: by version, by open point. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** What services said of their version before the run, where it is another. */
  readonly others?: RunInfo['others'];
  /** What was seen before anything was tried, where somebody looked. */
  readonly preflight?: RunInfo['preflight'];
  /** What changes data may be sent to a target whose environment is production. */
  readonly allowWrites?: true;
  /** How the run was asked for, as it would be asked for again from the same folder. No secrets. */
  readonly asked?: AskedRun;
  /** Goes on with the run of this id, which ended too early; and as what it goes on, so that it makes no name twice. */
  readonly resumed?: string;
  /** What carries the requests of a run, where it is not undici. */
  readonly transport?: 'playwright';
}

export type AskedRun = NonNullable<RunInfo['asked']>;

const VARIABLE = 'PLUMBLINE_SETTINGS';

/** File that says where an embedded target listens: a target file written by `plumbline serve`. */
export const EMBEDDED_VARIABLE = 'PLUMBLINE_EMBEDDED';

/** The folder for the report of `npx playwright test`. */
export const OUT_VARIABLE = 'PLUMBLINE_OUT';

/** Under `npx playwright test`: 1 where what changes data may go to a target in production. */
export const WRITES_VARIABLE = 'PLUMBLINE_ALLOW_WRITES';

function allowsWrites(env: NodeJS.ProcessEnv): boolean {
  const said = (env[WRITES_VARIABLE] ?? '').trim();
  if (!['', '0', '1'].includes(said))
    throw BadInput.of('wrong-value', `${WRITES_VARIABLE} is ${JSON.stringify(said)}, and only 1 allows writes`, {
      hint: 'Set it to 1 where what changes data may go to a target in production, else to 0, or leave it away.',
    });
  return said === '1';
}

/** The settings of `npx playwright test`, from variables of the environment, then kept for its other processes. Throws `BadInput`. */
export function settingsFromEnvironment(env: NodeJS.ProcessEnv, root: string): RunSettings {
  const handed = env[VARIABLE];
  if (handed !== undefined) return JSON.parse(handed) as RunSettings;
  const settings: RunSettings = {
    runId: newRunId(),
    root,
    target: placed(env['PLUMBLINE_TARGET'] ?? 'reference', root),
    out: path.resolve(env[OUT_VARIABLE] ?? 'reports/latest'),
    ...(allowsWrites(env) ? { allowWrites: true } : {}),
  };
  env[VARIABLE] = settingsToEnvironment(settings)[VARIABLE];
  return settings;
}

/** As `plumbline run` looks for it; what is not there is told where it is loaded, in words instead of a stack trace. */
function placed(target: string, root: string): string {
  try {
    return placeOfTarget(target, root);
  } catch {
    return target;
  }
}

export function settingsToEnvironment(settings: RunSettings): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(settings) };
}

/** Sorts by time, and no two are the same. */
export function newRunId(now = new Date()): string {
  const stamp = now
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z');
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/** Where the target that somebody names is: what is relative is meant from where they stand. */

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
