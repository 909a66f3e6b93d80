import path from 'node:path';
import { randomBytes } from 'node:crypto';
import { BadInput } from '../errors.ts';
import type { ChosenFormats } from '../report/views/formats.ts';
import type { RunInfo } from '../report/model.ts';
import { isFileName, targetNames, TARGETS } from '../load/load-target.ts';
import { isFile, isWithin } from '../load/read-file.ts';
import { unknownInput } from '../load/suggest.ts';
import { omitUndefined } from '../model/objects.ts';

/** Settings of one run. Playwright's processes get them in an environment variable. */

export interface RunSettings {
  readonly runId: string;
  /** Folder of specs, contracts and targets. */
  readonly root: string;
  /** A name below `targets/`, or a file. */
  readonly target: string;
  readonly services?: readonly string[];
  readonly specs?: readonly string[];
  readonly only?: string;
  /** Absolute path of the folder for artefacts. */
  readonly out: string;
  readonly shard?: string;
  /** Seed of the sending order; the report keeps plan order. */
  readonly shuffle?: number;
  /** A preset or a file. */
  readonly policy?: string;
  readonly baseline?: string;
  /** Requires all requirements of the baseline to be tested again. */
  readonly strict?: boolean;
  readonly history?: string;
  /** Absolute path for the report if it is approved as a whole. */
  readonly admitted?: string;
  /** Report formats; default: those of the target. */
  readonly formats?: ChosenFormats;
  /** Faults for an embedded target, in addition to those of the target. */
  readonly faults?: readonly string[];
  /** Code lists from the service, by version and open question. */
  readonly lists?: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
  /** Versions that services reported, if they differ. */
  readonly others?: RunInfo['others'];
  /** Results of preflight. */
  readonly preflight?: RunInfo['preflight'];
  /** Allows writes to a production target. */
  readonly allowWrites?: true;
  /** Command that repeats the run from the same folder. No secrets. */
  readonly asked?: RepeatCommand;
  /** ID of this part of a resumed run, so that it creates no duplicate names. */
  readonly resumed?: string;
  /** Transport, if it is not undici. */
  readonly transport?: 'playwright';
}

export type RepeatCommand = NonNullable<RunInfo['asked']>;

const VARIABLE = 'PLUMBLINE_SETTINGS';

/** Target file of `plumbline serve`, with the addresses of an embedded target. */
export const EMBEDDED_VARIABLE = 'PLUMBLINE_EMBEDDED';

/** Report folder of `npx playwright test`. */
export const OUT_VARIABLE = 'PLUMBLINE_OUT';

/** For `npx playwright test`: 1 allows writes to a production target. */
export const WRITES_VARIABLE = 'PLUMBLINE_ALLOW_WRITES';

function allowsWrites(env: NodeJS.ProcessEnv): boolean {
  const allowed = (env[WRITES_VARIABLE] ?? '').trim();
  if (!['', '0', '1'].includes(allowed))
    throw BadInput.of('wrong-value', `${WRITES_VARIABLE} must be 1 or 0, got ${JSON.stringify(allowed)}`, {
      hint: '1 allows requests that change data on a production target. 0, or no value, forbids them.',
    });
  return allowed === '1';
}

/** For `npx playwright test`: folder with the last admitted report and the history. */
export const STATE_VARIABLE = 'PLUMBLINE_STATE';

/** For `npx playwright test`: faults to seed into an embedded target. */
const FAULT_VARIABLE = 'PLUMBLINE_FAULT';

/** For `npx playwright test`: a preset or a policy file. */
const POLICY_VARIABLE = 'PLUMBLINE_POLICY';

/** Value of a variable; an empty one counts as unset. */
function valueOf(env: NodeJS.ProcessEnv, variable: string): string | undefined {
  const value = env[variable]?.trim();
  return value === '' ? undefined : value;
}

/** Settings of `npx playwright test` from environment variables, stored for its other processes. Throws `BadInput`. */
export function settingsFromEnvironment(env: NodeJS.ProcessEnv, root: string): RunSettings {
  const handed = env[VARIABLE];
  if (handed !== undefined) return JSON.parse(handed) as RunSettings;
  const settings: RunSettings = {
    runId: newRunId(),
    root,
    target: placeOrName(env['PLUMBLINE_TARGET'] ?? 'reference', root),
    out: path.resolve(env[OUT_VARIABLE] ?? 'reports/latest'),
    ...(allowsWrites(env) ? { allowWrites: true } : {}),
    ...omitUndefined({ policy: valueOf(env, POLICY_VARIABLE), faults: valueOf(env, FAULT_VARIABLE)?.split(/\s*,\s*/) }),
  };
  env[VARIABLE] = settingsToEnvironment(settings)[VARIABLE];
  return settings;
}

/** Place of a target as for `plumbline run`. A missing target is reported when it is loaded. */
function placeOrName(target: string, root: string): string {
  try {
    return placeOfTarget(target, root);
  } catch {
    return target;
  }
}

export function settingsToEnvironment(settings: RunSettings): Readonly<Record<string, string>> {
  return { [VARIABLE]: JSON.stringify(settings) };
}

/** Unique and sortable by time. */
export function newRunId(now = new Date()): string {
  const stamp = now
    .toISOString()
    .replace(/[-:]/g, '')
    .replace(/\.\d+Z$/, 'Z');
  return `${stamp}-${randomBytes(3).toString('hex')}`;
}

/**
 * Finds a target file in the working folder or the project, or a name below the `targets/` of either. Files of the working folder get an
 * absolute path. Throws `BadInput` if neither exists.
 */
export function placeOfTarget(nameOrFile: string, root: string, cwd = process.cwd()): string {
  const places = [...new Set([path.resolve(cwd), path.resolve(root)])];
  if (isFileName(nameOrFile)) {
    const files = places.map((place) => path.resolve(place, nameOrFile));
    const found = files.find(isFile);
    if (found !== undefined) return found;
    throw BadInput.of('unknown-target', `target file ${nameOrFile} not found`, {
      hint: `Looked for ${[...new Set(files)].join(' and ')}.`,
    });
  }
  const ofName = (place: string): string => path.join(place, TARGETS, nameOrFile, 'target.yaml');
  const place = places.find((one) => isFile(ofName(one)));
  if (place === path.resolve(root)) return nameOrFile;
  if (place !== undefined) return requireInside(ofName(place), [place]);
  const names = [...new Set(places.flatMap(targetNames))];
  throw unknownInput('target', nameOrFile, names);
}

/** The same for a target name in a file that a run wrote. A pull request can change it, so it must not name a file outside the project. */
export function placeOfRecorded(nameOrFile: string, root: string, cwd = process.cwd()): string {
  const place = placeOfTarget(nameOrFile, root, cwd);
  return isFileName(place) ? requireInside(place, [cwd, root]) : place;
}

function requireInside(file: string, folders: readonly string[]): string {
  if (folders.some((folder) => isWithin(folder, file))) return file;
  throw BadInput.of('file-outside', `${file} is outside the project, so Plumbline does not read it`, {
    hint: 'To use this target, give it with --target.',
  });
}

/** Shortest name of a target for a command in the same folder, without a path of this machine. */
export function shortTargetName(nameOrFile: string, cwd = process.cwd()): string {
  if (!isFileName(nameOrFile)) return nameOrFile;
  const relative = path.relative(cwd, path.resolve(cwd, nameOrFile));
  // Other drives have no relative path.
  return (path.isAbsolute(relative) ? relative : isFileName(relative) ? relative : `./${relative}`)
    .split(path.sep)
    .join('/');
}
