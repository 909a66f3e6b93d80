/** Members, parameters and resources that are called like what every object inherits: drafted, loaded and planned as under any other name. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { draftContract } from '../../src/init/draft.ts';
import { newProject, writeFiles } from '../../src/init/project.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { findRule } from '../../src/rules/registry.ts';
import { json, object } from './small-documents.ts';

/** Each beside one that nothing inherits and that is as long, so that lines are broken alike. */
const NAMES = [
  ['constructor', 'constructar'],
  ['toString', 'toStrung'],
  ['valueOf', 'valueAf'],
  ['hasOwnProperty', 'hasOwnPraperty'],
] as const;

const TEXT = { type: 'string', maxLength: 20 };
const season = {
  ...object({
    id: { type: 'integer', readOnly: true },
    constructor: TEXT,
    valueOf: { type: 'integer', minimum: 1 },
    toString: TEXT,
    parts: { type: 'array', items: object({ hasOwnProperty: TEXT, toString: TEXT }) },
  }),
  required: ['toString'],
};
const named = { ...object({ constructor: { type: 'string', readOnly: true }, name: TEXT }), required: ['name'] };
const at = (name: string): object => ({ name, in: 'path', required: true, schema: { type: 'string' } });

const DOCUMENT = JSON.stringify({
  openapi: '3.1.0',
  info: { title: 'T', version: '1' },
  paths: {
    '/teams': {
      get: { responses: { 200: json({ type: 'array', items: named }) } },
      post: { requestBody: json(named), responses: { 201: json(named) } },
    },
    '/teams/{constructor}': {
      parameters: [at('constructor')],
      get: { responses: { 200: json(named) } },
      delete: { responses: { 204: {} } },
    },
    '/teams/{constructor}/seasons': {
      parameters: [at('constructor')],
      get: { responses: { 200: json({ type: 'array', items: season }) } },
      post: { requestBody: json(season), responses: { 201: json(season) } },
    },
    '/teams/{constructor}/seasons/{id}': {
      parameters: [at('constructor'), at('id')],
      get: { responses: { 200: json(season) } },
      put: { requestBody: json(season), responses: { 200: json(season) } },
      delete: { responses: { 204: {} } },
    },
  },
});

const renamed = (text: string): string => NAMES.reduce((all, [one, other]) => all.replaceAll(one, other), text);

/** What is drafted of the document, and planned of the draft. */
function madeOf(document: string): { readonly files: string; readonly plan: string } {
  const naming = { service: 'races', spec: '1', source: 'races.json', headers: [] };
  const { files } = newProject(draftContract(parseApiDocument(document, 'races.json'), 'races'), naming, findRule);
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-inherited-'));
  try {
    writeFiles(folder, files);
    const project = loadProject(folder);
    const { plan } = makePlan(project, wholeTarget(project));
    return { files: [...files.values()].join('\n'), plan: JSON.stringify(plan, null, 1) };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

test('the draft and its plan differ in the names alone', () => {
  const [made, expected] = [madeOf(DOCUMENT), madeOf(renamed(DOCUMENT))];
  expect(made.files).toContain('valueOf: { type: integer, minimum: 1 }');
  expect(renamed(made.files)).toBe(expected.files);
  expect(renamed(made.plan)).toBe(expected.plan);
});
