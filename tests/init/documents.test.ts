/**
 * Documents of real services become contracts that plan and lint clean, with the lists, records and pages that a person reads in them.
 * What is expected was written down by reading the documents; documents/README.md says where they are from.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { draftContract } from '../../src/init/draft.ts';
import type { Draft } from '../../src/init/draft-model.ts';
import { newProject, writeFiles } from '../../src/init/project.ts';
import { lintAll } from '../../src/lint/lint-project.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { findRule } from '../../src/rules/registry.ts';
import { updateLocks } from '../../src/versions/locks.ts';
import { everyNth } from '../part.ts';
import { temporary } from '../temporary.ts';

const DOCUMENTS = path.join(import.meta.dirname, 'documents');
const folder = temporary();

interface Expected {
  /** Path of each list, and where its records stand: below a pointer; with the name of its style where it is not the usual one. */
  readonly lists: Readonly<Record<string, string>>;
  /** Lists that are not paged, or of which the document does not say how. */
  readonly unpaged?: readonly string[];
  /** Path of one record, and what can be done with it. */
  readonly records: Readonly<Record<string, readonly string[]>>;
  /** The usual style, how a page is asked for, and where the next or the total is. */
  readonly pages?: readonly [style: string, asks: readonly string[], shown: string | undefined];
  readonly security: string;
}

const EXPECTED: Readonly<Record<string, Expected>> = {
  'canada-holidays': {
    lists: { '/api/v1/holidays': '/holidays', '/api/v1/provinces': '/provinces' },
    unpaged: ['/api/v1/holidays', '/api/v1/provinces'],
    records: { '/api/v1/holidays/{}': ['read'], '/api/v1/provinces/{}': ['read'] },
    security: 'none',
  },
  'nexmo-application': {
    lists: { '/': '/_embedded/applications' },
    records: { '/{}': ['delete', 'read', 'replace'] },
    pages: ['page-number', ['page_index', 'page_size'], '/count'],
    security: 'none',
  },
  'request-baskets': {
    lists: { '/api/baskets': '/names', '/api/baskets/{}/requests': '/requests by-offset' },
    records: { '/api/baskets/{}': ['delete', 'read', 'replace'], '/api/baskets/{}/responses/{}': ['read', 'replace'] },
    pages: ['offset', ['skip', 'max'], '/count'],
    security: 'apiKey header Authorization',
  },
  traccar: {
    lists: { '/commands/types': '', '/devices': '' },
    unpaged: ['/commands/types', '/devices'],
    records: { '/devices/{}': ['delete', 'replace'] },
    security: 'basic',
  },
  'xero-assets': {
    lists: { '/AssetTypes': '', '/Assets': '/items' },
    unpaged: ['/AssetTypes'],
    records: { '/Assets/{}': ['read'] },
    pages: ['page-number', ['page', 'pageSize'], '/pagination/itemCount'],
    security: 'bearer',
  },
};

const read = (name: string): Draft =>
  draftContract(parseApiDocument(readFileSync(path.join(DOCUMENTS, `${name}.yaml`), 'utf8'), `${name}.yaml`), name);

const bare = (text: unknown): string => String(text).replaceAll(/\{[^}]*\}/g, '{}');

interface Told {
  readonly path: string;
  readonly kind: string;
  readonly operation: Draft['endpoints'][number]['operations'][string];
}

function toldOf(draft: Draft): readonly Told[] {
  return draft.endpoints.flatMap(({ operations }) =>
    Object.entries(operations).map(([name, operation]) => ({
      path: bare(operation['path']),
      kind: String(operation['kind'] ?? name),
      operation,
    })),
  );
}

test('each document has what a person says of it', () => {
  const files = readdirSync(DOCUMENTS).filter((file) => file.endsWith('.yaml'));
  expect(files.map((file) => file.replace('.yaml', ''))).toEqual(Object.keys(EXPECTED));
});

describe.each(everyNth(Object.entries(EXPECTED), 3))('%s', (name, expected) => {
  const draft = read(name);
  const told = toldOf(draft);
  const lists = told.filter(({ kind }) => kind === 'list');

  test('has the lists that a person sees in it, and finds their records', () => {
    const places = lists.map(({ path: at, operation }) => {
      const { records = '' } = (operation['wrapping'] ?? {}) as { readonly records?: string };
      return [at, [records, operation['style']].filter((part) => part !== undefined).join(' ')] as const;
    });
    expect(Object.fromEntries(places)).toEqual(expected.lists);
  });

  test('pages them as a person reads it, and says of no other that it is paged', () => {
    const unpaged = lists.filter(({ operation }) => operation['pagination'] === undefined).map(({ path: at }) => at);
    expect(unpaged.toSorted()).toEqual((expected.unpaged ?? []).toSorted());
    const {
      style,
      ask = {},
      next = {},
      total = {},
    } = (draft.pagination ?? {}) as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
    const asks = Object.values(ask).flatMap((slot) =>
      typeof slot === 'object' && slot !== null && 'query' in slot ? [String(slot.query)] : [],
    );
    expect(style === undefined ? undefined : [style, asks, next['body'] ?? total['body']]).toEqual(expected.pages);
  });

  test('knows the records, and what can be done with them', () => {
    const items = told.filter(({ path: at, kind }) => at.endsWith('}') && kind !== 'list' && kind !== 'create');
    const paths = [...new Set(items.map(({ path: at }) => at))];
    const kindsAt = (at: string): readonly string[] =>
      items
        .filter((one) => one.path === at)
        .map(({ kind }) => kind)
        .toSorted();
    expect(Object.fromEntries(paths.map((at) => [at, kindsAt(at)]))).toEqual(expected.records);
  });

  test('shows who asks as the document says it', () => {
    const { type, scheme, in: place, name: called } = draft.ways.security;
    expect([type === 'http' ? scheme : type, place, called].filter((word) => word !== undefined).join(' ')).toBe(
      expected.security,
    );
  });
});

describe('becomes a project that plans, and in which there is nothing to be told', () => {
  test.each(Object.keys(EXPECTED))('%s', (name) => {
    const draft = read(name);
    const made = newProject(
      draft,
      { service: name, spec: draft.version, source: `${name}.yaml`, headers: [] },
      findRule,
    );
    expect(made.checks).toBeGreaterThan(100);
    const project = path.join(folder, name);
    writeFiles(project, made.files);
    updateLocks(project);
    expect(lintAll(project, [project]).problems).toEqual([]);
  });
});
