/** The waivers of a target. */
import path from 'node:path';
import type { Waiver } from './model.ts';
import type { ProjectNames } from './references.ts';
import type { ProblemList } from './problem-list.ts';
import type { RawTarget, RawWaivers } from '../schema/target.ts';
import { isFile, isFolder, readYaml, shownPath } from './read-file.ts';
import { checkNoMarkedSecrets } from './check-secrets.ts';
import type { TargetPlace } from './target-scope.ts';
import { validFile } from './validate.ts';
import type { YamlDocument } from './yaml-document.ts';
import { globFault } from './pattern-faults.ts';

/** The waivers that a target names, with their problems in `problems`. */
export function loadWaivers(
  target: YamlDocument,
  raw: RawTarget,
  { root, folder, area }: TargetPlace,
  names: ProjectNames,
  problems: ProblemList,
): readonly Waiver[] {
  if (raw.waivers === undefined) return [];
  const file = path.resolve(folder, raw.waivers);
  if (isFile(file)) {
    const document = readYaml(root, file, problems, { key: 'waivers', allowed: area });
    return document === undefined ? [] : checkWaivers(document, names);
  }
  const isInstead = isFolder(file);
  const message = `the waivers file ${raw.waivers} ${isInstead ? 'is a folder' : 'does not exist'}`;
  const code = isInstead ? 'file-unreadable' : 'file-missing';
  target.report(code, message, raw, 'waivers', 'value', `looked for ${shownPath(root, file)}`);
  return [];
}

function checkWaivers(document: YamlDocument, names: ProjectNames): readonly Waiver[] {
  const raw = checkNoMarkedSecrets(document) ? undefined : validFile(document, 'waivers')?.raw;
  if (raw === undefined) return [];
  return raw.waivers.flatMap((waiver) => {
    if (!isCalendarDate(waiver.expires))
      document.report('wrong-value', `${waiver.expires} is not a calendar date`, waiver, 'expires');
    checkScope(document, waiver, names);
    const at = document.at(waiver);
    // Each pattern becomes a separate waiver, so that it can become stale alone.
    const patterns = [waiver.checks].flat();
    patterns.forEach((checks, index) => {
      const fault = globFault(checks);
      if (fault === undefined) return;
      const message = `${JSON.stringify(checks)} ${fault}`;
      if (typeof waiver.checks === 'string') document.report('wrong-value', message, waiver, 'checks');
      else document.report('wrong-value', message, waiver.checks, index);
    });
    return patterns.map((checks) => ({ ...waiver, checks, at }));
  });
}

function checkScope(document: YamlDocument, waiver: RawWaivers['waivers'][number], names: ProjectNames): void {
  const { service } = waiver;
  if (service !== undefined && !document.expectKnown('service', service, names.services.keys(), waiver, 'service'))
    return;
  // Without a service, a version of any service is right.
  const services = [...names.services.values()].filter((item) => service === undefined || service === item.service);
  const known = new Set(services.flatMap(({ versions }) => versions.list()));
  waiver.spec?.forEach((version, index) => document.expectKnown('version', version, known, waiver.spec ?? [], index));
}

/** True if the date exists: the pattern accepts 30 February. */
export function isCalendarDate(text: string): boolean {
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
}
