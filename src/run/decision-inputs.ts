/** The baseline and the policy that a run is decided by. */
import path from 'node:path';
import { parseReport } from '../report/serialize.ts';
import { readText, reportFile } from '../project/files.ts';
import { parsePolicy, presetPolicy } from '../gate/policy-file.ts';
import { type Policy, strict } from '../gate/policy.ts';
import { isWithin } from '../load/read-file.ts';
import type { Project } from '../load/model.ts';
import { maybe } from '../model/objects.ts';

/** Absolute path of a baseline that has been read and found good. It may lie in the folder that the run writes to: it is read before it is replaced. */
export function checkedBaseline(given: string): string {
  const file = path.resolve(reportFile(given));
  parseReport(readText(file), file);
  return file;
}

/** Presets have names; anything that looks like a path is a file. */
export function isPolicyFile(nameOrFile: string): boolean {
  return /[\\/.]/.test(nameOrFile);
}

/**
 * A preset by name, or a file. `known` is the project whose services and versions it may name; undefined where none is at
 * hand, or where the same file was held against it before.
 */
export function policyOf(
  nameOrFile: string | undefined,
  known: Pick<Project, 'specs'> | undefined,
  isStrict = false,
): Policy {
  const named = nameOrFile ?? 'nightly';
  const policy = isPolicyFile(named)
    ? parsePolicy(readText(named), named, maybe(known, versionsOf), isWithin('.', named))
    : presetPolicy(named);
  return isStrict ? strict(policy) : policy;
}

function versionsOf({ specs }: Pick<Project, 'specs'>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(specs.map(({ service, versions }) => [service, versions.map(({ id }) => id)]));
}
