/** Loads catalogues: the common ones of the program, and those of services. */
import { omitUndefined, mapOptional } from '../model/objects.ts';
import path from 'node:path';
import { encodePointerPart } from '../model/pointer.ts';
import type {
  Catalogue,
  OwnCatalogue,
  RawCatalogue,
  RawExpect,
  RawOwnCatalogue,
  RawRow,
  RawRowVariant,
  Row,
  RowExpect,
  RowVariantDefinition,
} from './catalogue-model.ts';
import { cachedValue } from './cache.ts';
import type { Position } from './model.ts';
import { ProblemList } from './problem-list.ts';
import { COMMON_FOLDER, PROGRAM_ROOT } from './program.ts';
import { rowJudgeIds } from './row-judges.ts';
import { listFolder, readYaml, shownPath } from './read-file.ts';
import type { References } from './references.ts';
import { suggestName } from './suggest.ts';
import { validate, type ValidFile } from './validate.ts';
import type { YamlDocument } from './yaml-document.ts';

interface Common {
  readonly folder: string;
  readonly catalogues: readonly Catalogue[];
  readonly problems: ProblemList;
}

/** The common catalogues, read once from the folder of the program. */
export const COMMON_CATALOGUES = readCommon();

function readCommon(): Common {
  const problems = new ProblemList();
  const root = PROGRAM_ROOT;
  const folder = path.join(root, 'contracts', COMMON_FOLDER);
  const catalogues = cachedValue([folder], isCatalogues, () => {
    const value = loadCatalogues(root, folder, problems);
    return { value, isSound: problems.size === 0 };
  });
  return { folder, catalogues, problems };
}

function isCatalogues(value: unknown): value is readonly Catalogue[] {
  return Array.isArray(value);
}

/** The catalogues of a folder; problems are collected. */
export function loadCatalogues(root: string, folder: string, problems: ProblemList): readonly Catalogue[] {
  const read = listFolder(folder).flatMap((entry): readonly ValidFile<RawCatalogue>[] => {
    if (entry.isFolder || !entry.name.endsWith('.yaml')) {
      problems.add({
        code: 'file-unexpected',
        message: 'Plumbline does not read this file',
        file: shownPath(root, entry.path),
        hint: 'the common catalogue consists of <catalogue>.yaml files',
      });
      return [];
    }
    const document = readYaml(root, entry.path, problems);
    return document === undefined || !validate(document, 'catalogue')
      ? []
      : [{ document, raw: document.data as unknown as RawCatalogue }];
  });
  for (const item of read) checkAlso(item, read);
  return read.map(catalogueOf);
}

/** Rows under `also` must exist in another file. */
function checkAlso({ document, raw }: ValidFile<RawCatalogue>, all: readonly ValidFile<RawCatalogue>[]): void {
  const { also = {} } = raw;
  const others = new Map(all.flatMap((item) => (item.raw === raw ? [] : Object.entries(item.raw.cases))));
  for (const [id, entry] of Object.entries(also)) {
    const row = others.get(id);
    if (row === undefined)
      document.report(
        'unknown-row',
        `no other file has a row ${JSON.stringify(id)}`,
        also,
        id,
        'key',
        suggestName(id, others.keys(), 'row'),
      );
    else if (row.when !== entry)
      document.report(
        'row-otherwise',
        `"when" of ${JSON.stringify(id)} differs: ${row.when ?? 'missing'}`,
        also,
        id,
        'value',
        'use the same text',
      );
  }
}

function catalogueOf({ document, raw }: ValidFile<RawCatalogue>): Catalogue {
  const rows = Object.entries(raw.cases).map(([id, row]) => {
    checkRow(document, id, raw.cases, raw.expect);
    const made = rowOf(document, raw.cases, id, row, raw);
    checkRule(document, made, raw);
    return made;
  });
  const { answers = {}, applies, also } = raw;
  return {
    name: raw.catalogue,
    rows,
    ...(applies === undefined || also === undefined ? {} : { closed: { applies, also: Object.keys(also) } }),
    answers: Object.entries(answers).map(([id, row]) => ({
      ...row,
      id,
      places: { '': document.at(answers, id), ...placesOf(document, row, '') },
    })),
  };
}

/** Rows of the service, and the common rows that it switches off. */
export function buildOwnCatalogue({ document, raw }: ValidFile<RawOwnCatalogue>, references: References): OwnCatalogue {
  const { add = {}, off = {} } = raw;
  const known = new Set(COMMON_CATALOGUES.catalogues.flatMap(({ rows }) => rows.map((row) => row.id)));
  for (const [id, row] of Object.entries(add)) {
    checkRow(document, id, add);
    if (known.has(id))
      document.report(
        'duplicate-id',
        `the common catalogue already has a row ${id}`,
        add,
        id,
        'key',
        'Use another id.',
      );
    if (row.requirement === undefined)
      document.report('missing-key', `"requirement" is missing from ${JSON.stringify(id)}`, add, id, 'key');
    else references.provenRequirement(row.requirement, { document, parent: row, key: 'requirement' });
  }
  return {
    add: Object.entries(add).map(([id, row]) => rowOf(document, add, id, row, {})),
    off: Object.entries(off).map(([row, reason]) => ({ row, reason, at: document.at(off, row) })),
  };
}

function rowOf(
  document: YamlDocument,
  rows: Readonly<Record<string, RawRow>>,
  id: string,
  row: RawRow,
  file: Partial<RawCatalogue>,
): Row {
  const { applies, expect: written = file.expect, tries: tried, ...rest } = row;
  const judged = (entry: RawExpect): RowExpect => withLaws(document, entry, file);
  const tryOf = ({ expect: own, ...one }: RawRowVariant): RowVariantDefinition =>
    own === undefined ? one : { ...one, expect: judged(own) };
  const expect = written === undefined ? undefined : judged(written);
  const tries = Object.entries(tried ?? {}).map(([name, item]) => [name, tryOf(item)] as const);
  const changes = {
    ...omitUndefined({ expect, tries: mapOptional(tried, () => Object.fromEntries(tries)) }),
  };
  const aspect = row.aspect ?? file.aspect ?? file.catalogue ?? id.split('.')[0] ?? id;
  const group = row.group ?? aspect;
  return {
    ...rest,
    id,
    catalogue: file.catalogue ?? 'own',
    aspect,
    group,
    turns: file.groups?.[group] ?? {},
    needs: [file.applies, applies].filter((item) => item !== undefined),
    ...changes,
    expect: expect ?? 'accepted',
    judges: rowJudgeIds(changes),
    places: { '': document.at(rows, id), ...placesOf(document, row, '') },
  };
}

/** The expected checks, with named `laws` of the file replaced by their definitions. */
function withLaws(document: YamlDocument, expect: RawExpect, { laws = {} }: Partial<RawCatalogue>): RowExpect {
  if (expect === 'accepted' || !isList(expect)) return expect;
  return expect.flatMap((left, index) => {
    if (typeof left !== 'string') return [left];
    const law = laws[left];
    if (law !== undefined) return [law];
    const names = Object.keys(laws);
    const hint = names.length === 0 ? 'write the expectation: { rule: id }' : suggestName(left, names, 'law');
    document.report('unknown-law', `this file has no invariant ${JSON.stringify(left)}`, expect, index, 'value', hint);
    return [];
  });
}

function isList(expect: Exclude<RawExpect, string>): expect is Extract<RawExpect, readonly unknown[]> {
  return Array.isArray(expect);
}

function placesOf(document: YamlDocument, value: object, pointer: string): Readonly<Record<string, Position>> {
  const places: Record<string, Position> = {};
  for (const [key, member] of Object.entries(value)) {
    const here = `${pointer}/${encodePointerPart(key)}`;
    places[here] = document.at(value, Array.isArray(value) ? Number(key) : key);
    if (typeof member === 'object' && member !== null)
      Object.assign(places, placesOf(document, member as object, here));
  }
  return places;
}

/** A row without a named rule is a rule itself: it needs the texts of one, and has one check. */
function checkRule(document: YamlDocument, row: Row, raw: RawCatalogue): void {
  const { id, judges } = row;
  if (judges.length === 0) return;
  for (const [name, text] of Object.entries({ title: row.title, why: row.why, fails: row.fails }))
    if (text === undefined)
      document.report(
        'missing-key',
        `${JSON.stringify(name)} is missing from ${JSON.stringify(id)}`,
        raw.cases,
        id,
        'key',
        'no rule in src/rules judges it, so it needs the texts of a rule',
      );
  if (judges.length > 1)
    document.report(
      'case-mixed',
      `${JSON.stringify(id)} is judged by several rules: ${judges.join(', ')}`,
      raw.cases,
      id,
      'key',
      'split it into two templates: a failing check must have one meaning',
    );
}

/** Checks beyond the schema: a row has an expectation, and the texts that belong to it. */
function checkRow(
  document: YamlDocument,
  id: string,
  rows: Readonly<Record<string, RawRow>>,
  expected?: RawRow['expect'],
): void {
  const row = rows[id] ?? {};
  const missing = (name: string, hint: string): void =>
    document.report(
      'missing-key',
      `${JSON.stringify(name)} is missing from ${JSON.stringify(id)}`,
      rows,
      id,
      'key',
      hint,
    );
  const tries = row.tries === undefined ? [row] : Object.values(row.tries);
  if (row.expect === undefined && expected === undefined && tries.some((item) => item.expect === undefined))
    missing('expect', 'accepted, { refused: kind }, { rule: id } or { as: rule }');
  if (row.when === undefined && tries.some((item) => item.when === undefined))
    missing('when', 'a description of the request');
}
