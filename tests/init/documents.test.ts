/**
 * Ten OpenAPI documents of real services (`documents/`, with their sources), and what a person reads in them: which operations
 * are lists, where their records stand and what identifies one, and how they are paged. The drafts say the same, plan, and lint clean.
 */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { draftOf, type Draft } from '../../src/init/draft.ts';
import { newProject, writeFiles } from '../../src/init/project.ts';
import { lintAll } from '../../src/lint/lint-project.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import type { JsonMap } from '../../src/record/json.ts';
import { findRule } from '../../src/rules/registry.ts';
import { updateLocks } from '../../src/versions/locks.ts';
import { drawnOf } from '../drawn.ts';
import { removeTempFolders, ROOT, tempFolder } from '../cli/support.ts';

afterAll(removeTempFolders);

/** A list as it reads: what identifies a record (empty: nothing in the document does), and how it is paged, in a few words. */
interface Read {
  readonly list: string;
  readonly records: string;
  readonly identifier?: string;
  readonly pages?: string;
}

const EXPECTED: Readonly<Record<string, readonly Read[]>> = {
  alertmanager: [
    { list: '/receivers', records: '' },
    { list: '/silences', records: '', identifier: 'id' },
    { list: '/alerts', records: '' },
    { list: '/alerts/groups', records: '' },
  ],
  box: [
    {
      list: '/groups',
      records: '/entries',
      identifier: 'id',
      pages: 'offset offset limit, total /total_count, ends total',
    },
    {
      list: '/webhooks',
      records: '/entries',
      identifier: 'id',
      pages: 'cursor marker limit, next /next_marker, ends null',
    },
  ],
  github: [
    { list: '/gists', records: '', identifier: 'id', pages: 'page-number page per_page, next link, ends absent' },
    {
      list: '/gists/{gist_id}/comments',
      records: '',
      identifier: 'id',
      pages: 'page-number page per_page, next link, ends absent',
    },
    {
      list: '/repos/{owner}/{repo}/labels',
      records: '',
      identifier: 'name',
      pages: 'page-number page per_page, next link, ends absent',
    },
    { list: '/search/topics', records: '/items', pages: 'page-number page per_page, total /total_count, ends total' },
  ],
  gotify: [
    { list: '/application', records: '', identifier: 'id' },
    {
      list: '/application/{id}/message',
      records: '/messages',
      pages: 'cursor since limit, next /paging/since, ends zero',
    },
    { list: '/client', records: '', identifier: 'id' },
    {
      list: '/message',
      records: '/messages',
      identifier: 'id',
      pages: 'cursor since limit, next /paging/since, ends zero',
    },
    { list: '/user', records: '', identifier: 'id' },
  ],
  lakefs: [
    {
      list: '/repositories',
      records: '/results',
      identifier: 'id',
      pages: 'cursor after amount, next /pagination/next_offset, ends /pagination/has_more',
    },
    {
      list: '/repositories/{repository}/tags',
      records: '/results',
      identifier: 'id',
      pages: 'cursor after amount, next /pagination/next_offset, ends /pagination/has_more',
    },
    {
      list: '/repositories/{repository}/branches',
      records: '/results',
      identifier: 'id',
      pages: 'cursor after amount, next /pagination/next_offset, ends /pagination/has_more',
    },
  ],
  moby: [
    { list: '/volumes', records: '/Volumes', identifier: 'Name' },
    { list: '/networks', records: '', identifier: 'Id' },
  ],
  netlify: [
    { list: '/sites', records: '', identifier: 'id', pages: 'page-number page per_page, ends short-page' },
    { list: '/sites/{site_id}/forms', records: '' },
    { list: '/hooks', records: '', identifier: 'id' },
    { list: '/deploy_keys', records: '', identifier: 'id' },
  ],
  openfga: [
    {
      list: '/stores',
      records: '/stores',
      identifier: 'id',
      pages: 'cursor continuation_token page_size, next /continuation_token, ends empty',
    },
  ],
  resend: [
    {
      list: '/domains',
      records: '/data',
      identifier: 'id',
      pages: 'cursor after limit, next the last /id, ends /has_more',
    },
    {
      list: '/api-keys',
      records: '/data',
      identifier: 'id',
      pages: 'cursor after limit, next the last /id, ends /has_more',
    },
    {
      list: '/contacts',
      records: '/data',
      identifier: 'id',
      pages: 'cursor after limit, next the last /id, ends short-page',
    },
    {
      list: '/webhooks',
      records: '/data',
      identifier: 'id',
      pages: 'cursor after limit, next the last /id, ends /has_more',
    },
  ],
  svix: [
    {
      list: '/api/v1/app',
      records: '/data',
      identifier: 'id',
      pages: 'cursor iterator limit, next /iterator, ends /done',
    },
    {
      list: '/api/v1/app/{app_id}/endpoint',
      records: '/data',
      identifier: 'id',
      pages: 'cursor iterator limit, next /iterator, ends /done',
    },
    {
      list: '/api/v1/event-type',
      records: '/data',
      identifier: 'name',
      pages: 'cursor iterator limit, next /iterator, ends /done',
    },
  ],
};

const PLANNED = new Set(drawnOf(Object.keys(EXPECTED), 4, (name) => name));

function drafted(name: string): { readonly draft: Draft; readonly operations: number } {
  const text = readFileSync(path.join(ROOT, 'tests', 'init', 'documents', `${name}.json`), 'utf8');
  const document = parseApiDocument(text, `${name}.json`);
  return { draft: draftOf(document), operations: document.operations.length };
}

/** The lists of a draft, in the words of the table. */
function listsOf({ endpoints, pagination }: Draft): readonly Read[] {
  return endpoints.flatMap(({ uid, operations }) => {
    const { list } = operations;
    if (list === undefined) return [];
    const others = pagination?.['others'] as Readonly<Record<string, JsonMap>> | undefined;
    const style = list['style'] === undefined ? pagination : others?.[String(list['style'])];
    const { records = '' } = (list['wrapping'] ?? {}) as { readonly records?: string };
    return [
      {
        list: String(list['path']),
        records,
        ...(uid === undefined ? {} : { identifier: uid }),
        ...(list['pagination'] === undefined || style === undefined ? {} : { pages: pagesIn(style) }),
      },
    ];
  });
}

interface Style {
  readonly style: string;
  readonly ask: Readonly<Record<string, { readonly query?: string } | undefined>>;
  readonly next?: { readonly body?: string; readonly last?: string; readonly link?: string };
  readonly total?: { readonly body: string };
  readonly ends: string | { readonly flag: string };
}

function pagesIn(said: JsonMap): string {
  const { style, ask, next, total, ends } = said as unknown as Style;
  const asked = [ask['page'], ask['offset'], ask['cursor'], ask['size']].flatMap((slot) => slot?.query ?? []);
  return [
    [style, ...asked].join(' '),
    ...(next === undefined
      ? []
      : [`next ${next.body ?? (next.last === undefined ? 'link' : `the last ${next.last}`)}`]),
    ...(total === undefined ? [] : [`total ${total.body}`]),
    `ends ${typeof ends === 'string' ? ends : ends.flag}`,
  ].join(', ');
}

describe.each(Object.keys(EXPECTED))('%s', (name) => {
  const { draft, operations } = drafted(name);

  test('has the lists, items and pages that a person reads in it', () => {
    const byPath = (one: Read, other: Read): number => (one.list < other.list ? -1 : 1);
    expect([...listsOf(draft)].sort(byPath)).toEqual([...(EXPECTED[name] ?? [])].sort(byPath));
  });

  test('has every operation in the draft, or says why not', () => {
    const said = draft.endpoints.flatMap((endpoint) => Object.keys(endpoint.operations)).length;
    expect(said + draft.leftOut.length).toBe(operations);
    for (const line of draft.leftOut) expect(line).toMatch(/^[A-Z]+ \/\S*: \S/);
  });

  // Planning each four times takes its seconds.
  test.runIf(PLANNED.has(name))('gives a project that plans and lints clean', () => {
    const naming = { service: name, spec: '1', source: `${name}.json`, bearer: 'SERVICE_TOKEN' };
    const made = newProject(draft, naming, findRule);
    expect(made.checks).toBeGreaterThan(300);
    const folder = tempFolder();
    writeFiles(folder, made.files);
    updateLocks(folder);
    expect(lintAll(folder, [folder]).problems).toEqual([]);
  });
});

test('what is left out, and what somebody has to look at, is told', () => {
  expect(drafted('gotify').draft.leftOut).toEqual([
    'DELETE /application/{id}/message: it removes all there is, and no run does',
    'DELETE /message: it removes all there is, and no run does',
  ]);
  expect(drafted('alertmanager').draft.leftOut).toEqual(['POST /alerts: its body is no object with named members']);
  expect(drafted('github').draft.notes).toContain('labels: give {owner} of its paths an `example` that is there');
  expect(drafted('moby').draft.notes).toContain('the base address of the target ends with /v1.56');
  expect(drafted('lakefs').draft.notes.join('\n')).toMatch(/several ways \(jwt_token, basic_auth/);
});
