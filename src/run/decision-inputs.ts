/** Baseline and policy of a decision. */
import path from 'node:path';
import { parseReport } from '../report/serialize.ts';
import { readText, reportFile } from '../project/files.ts';
import { parsePolicy, presetPolicy } from '../gate/policy-file.ts';
import { type Policy, strictPolicy } from '../gate/policy.ts';
import { isWithin } from '../load/read-file.ts';
import type { Project } from '../load/model.ts';
import { mapOptional } from '../model/objects.ts';

/** Absolute path of a valid baseline. It may be in the output folder, since it is read before it is replaced. */
export function checkedBaseline(given: string): string {
  const file = path.resolve(reportFile(given));
  parseReport(readText(file), file);
  return file;
}

/** Preset names contain no path separator. */
export function isPolicyFile(nameOrFile: string): boolean {
  return /[\\/.]/.test(nameOrFile);
}

/**
 * A preset or a policy file. `known`: the project whose services and versions it may name; undefined without a project, or if the file was
 * validated before
 */
export function policyOf(
  nameOrFile: string | undefined,
  known: Pick<Project, 'specs'> | undefined,
  isStrict = false,
): Policy {
  const named = nameOrFile ?? 'nightly';
  const policy = isPolicyFile(named)
    ? parsePolicy(readText(named), named, mapOptional(known, versionsOf), isWithin('.', named))
    : presetPolicy(named);
  return isStrict ? strictPolicy(policy) : policy;
}

function versionsOf({ specs }: Pick<Project, 'specs'>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(specs.map(({ service, versions }) => [service, versions.map(({ id }) => id)]));
}
