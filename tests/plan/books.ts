/** The plan of the library of the examples with another contract of its books. */
import { cpSync, rmSync } from 'node:fs';
import { expect } from 'vitest';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import type { Case, Plan } from '../../src/plan/model.ts';
import { planAll } from '../../src/project/make-plan.ts';
import { projectWith, write } from '../load/support.ts';
import { ROOT } from './support.ts';
import path from 'node:path';

interface Parts {
  /** Members of the contract besides, and fields besides an identifier and a title: a line of YAML each. */
  readonly more?: string;
  readonly fields?: string;
  readonly operations: string;
}

/** A contract of books that have an identifier and a title. */
export function bookContract({ more = '', fields = '', operations }: Parts): string {
  return `endpoint: books
title: Books
base: service
uid: id
${more}
fields:
  id: { type: integer, readOnly: true }
  title: { type: string, required: true, maxLength: 20 }
${fields}
operations:
${operations}
`;
}

/** All cases of books by the end of their ids. */
export function casesOfBooks(
  contract: string,
  others: Readonly<Record<string, string>> = {},
): ReadonlyMap<string, Case> {
  const { groups } = planOfBooks(contract, others);
  return new Map(groups.flatMap(({ cases }) => cases.map((one) => [one.id.replace('library/books/', ''), one])));
}

export function planOfBooks(contract: string, others: Readonly<Record<string, string>> = {}): Plan {
  const root = projectWith();
  for (const folder of ['contracts/library', 'specs', 'targets']) {
    rmSync(path.join(root, folder), { recursive: true, force: true });
    cpSync(path.join(ROOT, 'examples', 'library', folder), path.join(root, folder), { recursive: true });
  }
  rmSync(path.join(root, 'contracts', 'library', 'catalogue.yaml'));
  for (const [name, text] of Object.entries(others)) write(root, `contracts/library/${name}.yaml`, text);
  write(root, 'contracts/library/books.yaml', contract);
  write(root, 'contracts/library/bindings.yaml', 'bindings: [{ checks: "**", requirement: library.paging }]\n');
  const project = loadProject(root);
  const { plan, problems } = planAll(project, loadTarget('local', root, {}, project));
  expect(problems).toEqual([]);
  return plan;
}
