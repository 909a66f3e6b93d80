/** How a draft says that a service refuses: what an error body has, and what of a request it is about. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { Draft } from '../../src/init/draft-model.ts';
import { newProject, writeFiles } from '../../src/init/project.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { loadTarget } from '../../src/load/load-target.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { findRule } from '../../src/rules/registry.ts';
import { create, item, json, list, object, of } from './small-documents.ts';

const TEXT = { type: 'string' };
const entries = (members: object): object => ({ type: 'array', items: object(members) });

function refusing(schema: object): Draft {
  const responses = { 201: json(item), 422: json(schema) };
  return of({ '/shops': { ...list, post: { ...create.post, responses } } });
}

/** The families, without what the whole body is. */
function familiesOf(schema: object): Readonly<Record<string, object>> {
  const { families } = refusing(schema).errors;
  return Object.fromEntries(Object.entries(families).map(([name, { schema: _whole, ...said }]) => [name, said]));
}

test.each<[string, object, object]>([
  ['a pointer alone', { pointer: TEXT }, { entries: '/errors', source: '/pointer' }],
  [
    'the name of a member',
    { code: TEXT, field: TEXT, message: TEXT },
    { entries: '/errors', code: 'code', detail: 'message', source: '/field' },
  ],
  [
    'a place within what it is about',
    { status: TEXT, code: TEXT, title: TEXT, source: object({ pointer: TEXT, parameter: TEXT }) },
    { entries: '/errors', code: 'code', detail: 'title', source: '/source/pointer' },
  ],
  ['a text alone', { message: TEXT }, { entries: '/errors', code: 'message', detail: 'message', unnamed: true }],
])('entries of a list with %s', (_what, members, said) => {
  expect(familiesOf({ ...object({ errors: entries(members) }), required: ['errors'] })).toEqual({ error: said });
});

test('a list that need not be there is asked for where something of a request is wrong', () => {
  const problem = object({ title: TEXT, detail: TEXT, errors: entries({ pointer: TEXT }) });
  expect(familiesOf(problem)).toEqual({
    error: { code: 'title', detail: 'detail', unnamed: true },
    'error-with-list': { entries: '/errors', source: '/pointer' },
  });
  const draft = refusing(problem);
  expect(draft.errors.refusals).toMatchObject({
    'not-found': { family: 'error' },
    malformed: { family: 'error' },
    shape: { family: 'error-with-list' },
    value: { family: 'error-with-list' },
  });
  const naming = { service: 'shops', spec: '1', source: 'shops.yaml', headers: [] };
  const { files } = newProject(draft, naming, findRule);
  // What stands in both is written twice, and no reader has to follow an anchor.
  expect(files.get('contracts/shops/errors.yaml')).not.toMatch(/[&*]a1/);
});

test('errors of a media type of their own say so, but problems, which may always come', () => {
  const error = (type: string): object => ({ content: { [type]: { schema: object({ code: TEXT, message: TEXT }) } } });
  const media = (type: string): unknown =>
    of({ '/shops': { get: { ...list.get, responses: { ...list.get.responses, 400: error(type) } } } }).errors.families[
      'error'
    ]?.['media'];
  expect(media('application/vnd.error+json; charset=utf-8')).toBe('application/vnd.error+json');
  expect(media('application/problem+json')).toBeUndefined();
  expect(media('application/json')).toBeUndefined();
});

test('a body that says nothing of what is wrong is no family', () => {
  expect(familiesOf(object({ trace: TEXT }))).toEqual({});
});

test('how a refusal looks is a requirement of its own, so that it stays judged where what asks for it is no guess any more', () => {
  const naming = { service: 'shops', spec: '1', source: 'shops.yaml', headers: [] };
  const { files } = newProject(refusing(object({ code: TEXT })), naming, findRule);
  expect(files.get('contracts/shops/errors.yaml')).toMatch(/value: \{.*form: shops\.refusals \}/);
  const requirements = 'specs/shops/requirements/shops.yaml';
  const raised = new Map(files).set(requirements, files.get(requirements)?.replaceAll('assumed', 'documented') ?? '');
  const forms = (of: ReadonlyMap<string, string>): number => {
    const root = mkdtempSync(path.join(tmpdir(), 'plumbline-draft-'));
    writeFiles(root, of);
    const project = loadProject(root);
    const { plan } = makePlan(project, loadTarget('test', root, {}, project, { resolveEnv: false }));
    rmSync(root, { recursive: true });
    return plan.groups
      .flatMap(({ cases }) => cases.flatMap(({ checks }) => checks))
      .filter(({ rule }) => rule === 'outcome.form').length;
  };
  expect(forms(files)).toBeGreaterThan(3);
  expect(forms(raised)).toBe(forms(files));
});
