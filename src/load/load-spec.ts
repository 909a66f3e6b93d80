/** Loads `specs/`: versions, requirements and open questions of every service, and the shared requirements. */
import { omitUndefined } from '../model/objects.ts';
import path from 'node:path';
import { isMap, type Json, type JsonMap, isSameJson } from '../model/json.ts';
import { CONFIRMED, type OpenPoint, type Requirement, type Spec } from './model.ts';
import { type NameEntry, NameSet, type ProjectNames, References, type ServiceNames } from './references.ts';
import type { ProblemList } from './problem-list.ts';
import type { RawOpenPoint, RawOpenPoints, RawRequirements, RawVersions } from '../schema/specs.ts';
import { PROGRAM_ROOT, SHARED_FOLDER, STANDARDS } from './program.ts';
import {
  type FolderEntry,
  isFile,
  isFolder,
  isYamlName,
  listFolder,
  modifiedAt,
  readYaml,
  shownPath,
  yamlFilesIn,
} from './read-file.ts';
import { nearestName } from './suggest.ts';
import { validFile, type ValidFile } from './validate.ts';
import type { YamlDocument } from './yaml-document.ts';

interface SpecFiles {
  readonly names: ServiceNames;
  readonly versions?: ValidFile<RawVersions>;
  readonly requirements: readonly ValidFile<RawRequirements>[];
  readonly openPoints?: ValidFile<RawOpenPoints>;
}

export interface ReadSpecs {
  readonly names: ProjectNames;
  readonly services: readonly SpecFiles[];
  readonly shared: readonly ValidFile<RawRequirements>[];
}

/** Reads every file below the folder; problems are collected. */
export function readSpecs(root: string, folder: string, problems: ProblemList): ReadSpecs {
  const shown = shownPath(root, folder);
  if (!isFolder(folder)) {
    problems.addMissing(shown, 'the project has no specs folder');
    return { names: { services: new Map(), http: new NameSet() }, services: [], shared: [] };
  }
  const http = new NameSet();
  const services: SpecFiles[] = [];
  for (const entry of listFolder(folder)) {
    if (!entry.isFolder) {
      if (isYamlName(entry.name))
        problems.addUnexpected(
          shownPath(root, entry.path),
          `move it to ${shown}/<service>/`,
          'a specification must be a folder',
        );
    } else if (entry.name === SHARED_FOLDER) {
      if (entry.path !== STANDARDS)
        problems.addUnexpected(
          shownPath(root, entry.path),
          `remove the folder. Write requirements of a service in ${shown}/<service>/requirements/`,
          'Plumbline has its own requirements of standards and does not read this copy',
        );
    } else services.push(readService(root, entry, problems));
  }
  return {
    names: { services: new Map(services.map((service) => [service.names.service, service.names])), http },
    services,
    shared: readRequirementFiles(PROGRAM_ROOT, STANDARDS, SHARED_FOLDER, http, problems),
  };
}

function readService(root: string, folder: FolderEntry, problems: ProblemList): SpecFiles {
  const names: ServiceNames = {
    service: folder.name,
    versions: new NameSet(),
    openPoints: new NameSet(),
    requirements: new NameSet(),
  };
  const versions = readVersions(root, folder, names, problems);
  const pointsFile = path.join(folder.path, 'open-points.yaml');
  const openPoints = isFile(pointsFile) ? readOpenPoints(root, pointsFile, names, problems) : undefined;
  const topics = path.join(folder.path, 'requirements');
  const requirements = readRequirementFiles(root, topics, folder.name, names.requirements, problems);
  if (!isFolder(topics)) {
    names.requirements.markIncomplete();
    const hint = 'write requirements in requirements/<topic>.yaml';
    problems.addMissing(shownPath(root, topics), `${folder.name} has no requirements`, hint);
  }
  for (const entry of listFolder(folder.path)) {
    const expected = entry.isFolder ? ['requirements'] : ['versions.yaml', 'open-points.yaml'];
    if (expected.includes(entry.name) || (!entry.isFolder && !isYamlName(entry.name))) continue;
    const near = nearestName(entry.name, expected);
    const usual = 'a specification consists of versions.yaml, open-points.yaml and requirements/<topic>.yaml';
    problems.addUnexpected(shownPath(root, entry.path), near === undefined ? usual : `did you mean ${near}?`);
  }
  return {
    names,
    requirements,
    ...omitUndefined({ versions, openPoints }),
  };
}

function readVersions(
  root: string,
  folder: FolderEntry,
  names: ServiceNames,
  problems: ProblemList,
): ValidFile<RawVersions> | undefined {
  const read = readYaml(root, path.join(folder.path, 'versions.yaml'), problems, {
    message: `${folder.name} has no versions`,
  });
  const file = read === undefined ? undefined : validFile(read, 'versions');
  if (file === undefined) {
    names.versions.markIncomplete();
    return undefined;
  }
  const { document, raw } = file;
  if (raw.service !== folder.name)
    document.report(
      'name-differs',
      `the service is ${raw.service}, and its folder is ${folder.name}`,
      raw,
      'service',
      'value',
      'give both the same name',
    );
  for (const version of raw.versions) {
    if (names.versions.has(version.id))
      document.report(
        'duplicate-id',
        `version ${version.id} is declared twice`,
        version,
        'id',
        'value',
        `first at ${names.versions.get(version.id)?.where ?? ''}`,
      );
    else names.versions.add(version.id, { where: whereOf(document, version, 'id') });
  }
  return file;
}

function readOpenPoints(
  root: string,
  file: string,
  names: ServiceNames,
  problems: ProblemList,
): ValidFile<RawOpenPoints> | undefined {
  const document = readYaml(root, file, problems);
  if (document?.sound !== true) names.openPoints.markIncomplete();
  if (document === undefined) return undefined;
  declare(document, 'openPoints', names.service, names.openPoints, (point) =>
    Object.hasOwn(point, 'default')
      ? { value: point['default'], spot: { document, parent: point, key: 'default' } }
      : point['kind'] === 'confirm'
        ? { value: CONFIRMED, spot: { document, parent: point, key: 'kind' } }
        : {},
  );
  return validFile(document, 'open-points');
}

function readRequirementFiles(
  root: string,
  folder: string,
  prefix: string,
  names: NameSet,
  problems: ProblemList,
): readonly ValidFile<RawRequirements>[] {
  const accepted: ValidFile<RawRequirements>[] = [];
  for (const entry of yamlFilesIn(root, folder, problems, 'name the file <topic>.yaml')) {
    const document = readYaml(root, entry.path, problems);
    if (document?.sound !== true) names.markIncomplete();
    if (document === undefined || isCopy(root, document, names, problems)) continue;
    declare(document, 'requirements', prefix, names, (requirement) =>
      typeof requirement['excluded'] === 'string' ? { excluded: requirement['excluded'] } : {},
    );
    const file = validFile(document, 'requirements');
    if (file !== undefined) accepted.push(file);
  }
  return accepted;
}

/** Reports a file with the ids of another file once, at the newer of the two, instead of at each id. */
function isCopy(root: string, document: YamlDocument, names: NameSet, problems: ProblemList): boolean {
  const ids = Object.keys(mapOf(mapOf(document.data)?.['requirements']) ?? {});
  const files = new Set(ids.map((id) => names.get(id)?.where?.replace(/:\d+$/, '')));
  const [other] = files;
  if (ids.length < 2 || files.size > 1 || other === undefined) return false;
  const [older, newer] =
    modifiedAt(root, other) > modifiedAt(root, document.file) ? [document.file, other] : [other, document.file];
  const message = `the ids of this file are also in ${older}`;
  problems.add({ code: 'duplicate-id', message, file: newer, line: 1, column: 1, hint: 'remove one of the two files' });
  return true;
}

/** Adds the ids below a key to the set, even if the file has other mistakes. */
function declare(
  document: YamlDocument,
  member: string,
  prefix: string,
  names: NameSet,
  more: (value: Readonly<Record<string, Json>>) => Omit<NameEntry, 'where'>,
): void {
  const map = mapOf(mapOf(document.data)?.[member]);
  if (map === undefined) {
    names.markIncomplete();
    return;
  }
  for (const [id, value] of Object.entries(map)) {
    if (names.has(id)) {
      document.report(
        'duplicate-id',
        `${id} is declared twice`,
        map,
        id,
        'key',
        `first at ${names.get(id)?.where ?? ''}`,
      );
      continue;
    }
    // The schema reports invalid ids, and after a syntax error no further problems are reported.
    if (document.sound && id.includes('.') && !id.startsWith(`${prefix}.`))
      document.report(
        'id-prefix',
        `${JSON.stringify(id)} does not start with "${prefix}."`,
        map,
        id,
        'key',
        'an id must start with the name of its service',
      );
    names.add(id, { where: whereOf(document, map, id), ...more(mapOf(value) ?? {}) });
  }
}

function mapOf(value: Json | undefined): JsonMap | undefined {
  return isMap(value) ? value : undefined;
}

function whereOf(document: YamlDocument, parent: object, key: string): string {
  const { file, line } = document.at(parent, key);
  return `${file}:${line}`;
}

/** The specifications, with every reference between their files checked. */
export function buildSpecs(read: ReadSpecs): readonly Spec[] {
  const none: ServiceNames = {
    service: SHARED_FOLDER,
    versions: new NameSet(),
    openPoints: new NameSet(),
    requirements: read.names.http,
  };
  const shared = read.shared.flatMap((file) =>
    buildRequirements(file, new References(none, read.names)).map((item) => ({
      ...item,
      shared: true as const,
    })),
  );
  return read.services.flatMap((service) => {
    const references = new References(service.names, read.names);
    const requirements = service.requirements.flatMap((file) => buildRequirements(file, references));
    if (service.versions === undefined) return [];
    const { title, source, versions } = service.versions.raw;
    const openPoints = service.openPoints === undefined ? [] : buildOpenPoints(service.openPoints);
    return [
      {
        service: service.names.service,
        title,
        source,
        versions,
        requirements: [...requirements, ...shared],
        openPoints,
      },
    ];
  });
}

function buildRequirements(
  { document, raw }: ValidFile<RawRequirements>,
  references: References,
): readonly Requirement[] {
  return Object.entries(raw.requirements).map(([id, written]) => {
    references.range(written, document);
    written.openPoints?.forEach((point, index) =>
      references.openPoint(point, { document, parent: written.openPoints ?? [], key: index }),
    );
    const holds = [written.holds ?? []].flat();
    for (const condition of holds)
      references.openPoint(condition.openPoint, { document, parent: condition, key: 'openPoint' });
    written.changes?.forEach((change) => references.bound(change.in, { document, parent: change, key: 'in' }));
    return {
      ...written,
      id,
      holds,
      openPoints: written.openPoints ?? [],
      changes: written.changes ?? [],
      at: document.at(raw.requirements, id),
    };
  });
}

function buildOpenPoints({ document, raw }: ValidFile<RawOpenPoints>): readonly OpenPoint[] {
  return Object.entries(raw.openPoints).map(([id, written]) => {
    checkPoint(document, raw.openPoints, id, written);
    const { kind = 'value', default: value = CONFIRMED, choices, ...rest } = written;
    return { ...rest, kind, default: value, ...omitUndefined({ choices }), id, at: document.at(raw.openPoints, id) };
  });
}

/** An open question has a default unless it is confirmed as a whole, and the default is one of its choices. */
function checkPoint(
  document: YamlDocument,
  points: RawOpenPoints['openPoints'],
  id: string,
  written: RawOpenPoint,
): void {
  const { kind, choices, default: value } = written;
  if (kind === 'confirm') {
    for (const key of ['default', 'choices'])
      if (Object.hasOwn(written, key))
        document.report(
          'unknown-key',
          `an open question of kind confirm has no ${key}`,
          written,
          key,
          'key',
          'remove this key, or remove `kind: confirm`',
        );
  } else if (value === undefined) {
    document.report('missing-key', '"default" is missing', points, id, 'key', 'the assumption until a target answers');
  } else if (choices !== undefined && !choices.some((item) => isSameJson(item, value))) {
    document.report('wrong-value', `the default of ${id} is not one of its choices`, written, 'default', 'value');
  }
}
