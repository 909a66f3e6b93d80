/** What is held against reports: faults, and what should be read first of each. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import type { CauseKind } from '../../src/report/model.ts';
import { globMatcher } from '../../src/record/glob.ts';
import type { OpenCause } from '../../src/report/open-causes.ts';

export interface Expected {
  readonly kind?: CauseKind;
  readonly rules?: readonly string[];
  readonly at?: string;
  readonly says: readonly (string | readonly string[])[];
  readonly without?: readonly string[];
}

export interface Entry {
  readonly fault: string;
  /** Whose fault it is, where that does not stand in the registry. */
  readonly service?: string;
  readonly spec?: string;
  readonly reads: string;
  /** Why the sentence is not true of the fault. It stays as it was written, and counts as a miss. */
  readonly misread?: string;
  readonly first: Expected;
  /** A person says whether the first item is right. */
  readonly isMarked?: boolean;
}

export function corpusFile(name: string): string {
  return fileURLToPath(new URL(`../../tests/attribution/${name}.yaml`, import.meta.url));
}

export function readCorpus(name: string): readonly Entry[] {
  return (parse(readFileSync(corpusFile(name), 'utf8')) as { readonly faults: readonly Entry[] }).faults;
}

/** What of the first item is not as it should be; nothing where it is right. */
export function missesOf({ first }: Entry, item: Pick<OpenCause, 'kind' | 'title' | 'example'>): readonly string[] {
  const { kind = 'finding', rules, at, says, without = [] } = first;
  const { example, title } = item;
  const operation = `${example.endpoint}/${example.operation}`;
  const said = title.toLowerCase();
  const stands = (word: string): boolean => said.includes(word.toLowerCase());
  return [
    ...(item.kind === kind ? [] : [`its kind is ${item.kind}, not ${kind}`]),
    // Of a form, the rule whose request it is of says as much.
    ...(rules === undefined ||
    [example.rule, example.formOf ?? ''].some((rule) => rules.some((one) => globMatcher(one)(rule)))
      ? []
      : [`${example.rule} stands for it`]),
    ...(at === undefined || at === operation ? [] : [`it is about ${operation}`]),
    ...says.flatMap((word) =>
      (typeof word === 'string' ? [word] : word).some(stands) ? [] : [`it does not say ${[word].flat().join(' or ')}`],
    ),
    ...without.filter(stands).map((word) => `it says ${word}`),
  ];
}
