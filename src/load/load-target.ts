/** Loads `targets/`: the services under test. */
import path from 'node:path';
import { omitUndefined, mapOptional } from '../model/objects.ts';
import { buildConnection, buildServices } from './build-target.ts';
import { deepFreeze } from './load-project.ts';
import { isCalendarDate, loadWaivers } from './load-waivers.ts';
import type { Maintenance, Project, Target, TargetService } from './model.ts';
import { ProblemList } from './problem-list.ts';
import { namesOf } from './references.ts';
import { buildAnswers } from './target-answers.ts';
import type { RawTarget } from '../schema/target.ts';
import { readableArea, targetHome, isFile, isYamlName, listFolder, readYaml, shownPath } from './read-file.ts';
import { unknownInput } from './suggest.ts';
import { type Environment, TargetScope } from './target-scope.ts';
import { checkNoSecrets } from './check-secrets.ts';
import { validFile } from './validate.ts';
import type { YamlDocument } from './yaml-document.ts';

export interface TargetOptions {
  /** Replaces `${env:NAME}` and looks for key files. Default: true. Linting needs neither. */
  readonly resolveEnv?: boolean;
}

/** Folder of the targets, below the root. */
export const TARGETS = 'targets';

const DEFAULT_LIMITS = { concurrency: 8, timeoutMs: 10_000 };

/**
 * Loads a target: a name is `targets/<name>/target.yaml` below `root`, anything with a separator or an extension is a
 * file. The result is deeply frozen. Throws `BadInput` with every problem of the target and its waivers, sorted by file
 * and line.
 */
export function loadTarget(
  nameOrFile: string,
  root: string,
  env: Environment,
  project: Project,
  options: TargetOptions = {},
): Target {
  const problems = new ProblemList();
  const file = targetFile(nameOrFile, path.resolve(root));
  const target = collectTarget(
    file,
    path.resolve(root),
    options.resolveEnv === false ? undefined : env,
    project,
    problems,
    isFileName(nameOrFile),
  );
  problems.throwIfAny();
  if (target === undefined) throw new TypeError(`the target ${nameOrFile} has neither problems nor content`);
  return deepFreeze(target);
}

/** Names of the targets below the root. */
export function targetNames(root: string): readonly string[] {
  return listFolder(path.join(root, TARGETS))
    .filter((entry) => entry.isFolder && isFile(path.join(entry.path, 'target.yaml')))
    .map((entry) => entry.name);
}

/** True if it is a file, not the name of a target below the root. */
export function isFileName(nameOrFile: string): boolean {
  return /[\\/]/.test(nameOrFile) || isYamlName(nameOrFile);
}

function targetFile(nameOrFile: string, root: string): string {
  if (isFileName(nameOrFile)) return path.resolve(root, nameOrFile);
  const file = path.join(root, TARGETS, nameOrFile, 'target.yaml');
  if (isFile(file)) return file;
  throw unknownInput('target', nameOrFile, targetNames(root), { file: shownPath(root, file) });
}

/**
 * The target, as far as it could be read, with its problems in `problems`. Without `env`, variables stay as they are.
 * @param isTyped the user typed the path: the file may be outside of the project
 */
export function collectTarget(
  file: string,
  root: string,
  env: Environment | undefined,
  project: Project,
  problems: ProblemList,
  isTyped = false,
): Target | undefined {
  const home = targetHome(root, file, TARGETS);
  const area = readableArea(root, file);
  const document = readYaml(home, file, problems, { key: 'target', allowed: isTyped ? file : area });
  if (document === undefined) return undefined;
  // Messages quote the file, so nothing else is reported about one with a secret.
  const raw = checkNoSecrets(document) ? undefined : validFile(document, 'target')?.raw;
  if (raw === undefined) return undefined;
  checkTarget(document, raw, root, file);
  const names = namesOf(project);
  const place = { root: home, folder: path.dirname(file), area };
  const scope = new TargetScope({ document, raw, folder: place.folder, names, project, environment: env });
  const services = buildServices(scope, raw.services);
  const connection = mapOptional(raw.connection, (value) => buildConnection(scope, raw, value));
  const secrets = secretsOf(services, scope);
  return {
    target: raw.target,
    environment: raw.environment,
    embedded: scope.embedded,
    disposable: scope.embedded || raw.disposable === true,
    faults: raw.faults ?? [],
    services,
    ...omitUndefined({ connection }),
    ...(secrets.length === 0 ? {} : { secrets }),
    ...buildAnswers(document, raw, project, problems, place),
    ...omitUndefined({ formats: raw.formats }),
    limits: { ...DEFAULT_LIMITS, ...raw.limits },
    maintenance: raw.maintenance ?? [],
    waivers: loadWaivers(document, raw, place, names, problems),
    file: shownPath(root, file),
  };
}

/** Values from the environment are secrets, except addresses, which reports show and which have no credentials. */
function secretsOf(services: readonly TargetService[], scope: TargetScope): readonly string[] {
  const shown = services
    .flatMap((s) => [
      ...s.addresses.map((a) => a.baseUrl),
      ...Object.values(s.servers ?? {}),
      s.identityProvider?.tokenUrl.replace(/\?.*/s, '') ?? '',
    ])
    .map((address) => address.toLowerCase());
  return scope.variableValues.filter(
    (value) => !shown.some((address) => address.includes(value.toLowerCase().replace(/\/+$/, ''))),
  );
}

function checkTarget(document: YamlDocument, raw: RawTarget, root: string, file: string): void {
  const folder = path.dirname(file);
  const name = path.basename(folder);
  // The folder finds a target, and reports use the name in the file, so both must be equal.
  if (path.dirname(folder) === path.join(root, TARGETS) && raw.target !== name) {
    const message = `the target is ${raw.target}, and its folder is ${name}`;
    document.report('name-differs', message, raw, 'target', 'value', 'give both the same name');
  }
  if (raw.embedded !== true && (raw.faults?.length ?? 0) > 0) {
    const message = 'only the embedded reference services have faults';
    document.report('faults-not-embedded', message, raw, 'faults', 'key', 'remove it, or write `embedded: true`');
  }
  for (const window of raw.maintenance ?? []) checkWindow(document, window);
}

function checkWindow(document: YamlDocument, window: Maintenance): void {
  const [from, to] = [Date.parse(window.from), Date.parse(window.to)];
  for (const [key, moment] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (Number.isNaN(moment) || !isCalendarDate(window[key].slice(0, 10)))
      document.report('wrong-value', `${window[key]} is not a calendar date`, window, key);
  }
  if (from >= to) document.report('maintenance-range', 'the window ends before it starts', window, 'to');
}
