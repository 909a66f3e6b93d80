/** What `plumbline openapi export` writes, `plumbline init` can read: every contract there is comes out as a project that plans. And what it read does not contradict it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { draftContract, omissionText } from '../../src/init/draft.ts';
import { newProject, writeFiles } from '../../src/init/project.ts';
import { uncheckedText } from '../../src/init/unchecked.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { type DriftDifference, compareWithPublished } from '../../src/openapi/drift.ts';
import { checksOf, scopesOf } from '../../src/plan/plan.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { wholeTarget } from '../../src/project/planning.ts';
import { type ApiDocument, parseApiDocument } from '../../src/openapi/document.ts';
import { exportDocument } from '../../src/openapi/export.ts';
import { findRule } from '../../src/rules/registry.ts';
import { everyNth } from '../part.ts';
import { project as reference, target as referenceTarget } from '../plan/support.ts';

const scopes = scopesOf(reference, referenceTarget);

describe.each(everyNth(scopes, 4).map((scope) => [`${scope.service} ${scope.version}`, scope] as const))(
  '%s',
  (_name, scope) => {
    const document = parseApiDocument(JSON.stringify(exportDocument(scope, 'service')), 'exported.json');
    const draft = draftContract(document);

    test('every operation is drafted, or left out with a reason', () => {
      const drafted = draft.endpoints.flatMap((endpoint) => Object.keys(endpoint.operations)).length;
      expect(drafted).toBeGreaterThan(3);
      const left = draft.leftOut.flatMap(({ operations }) => operations);
      expect(drafted + left.length).toBe(document.operations.length);
      for (const one of draft.leftOut) expect(omissionText(one)).toMatch(/^[A-Z]+ \/\S*( and \d+ more)?: \S/);
    });

    test('the draft loads and plans without a problem', () => {
      const naming = { service: 'again', spec: scope.version, source: 'exported.json', headers: [] };
      const made = newProject(draft, naming, findRule);
      expect(made.checks).toBeGreaterThan(100);
      expect([...made.files.keys()]).toContain(`contracts/again/bindings.yaml`);
    });
  },
);

/** What a draft of it leaves unchecked, plans, and says otherwise than the document. */
function roundTripOf(document: ApiDocument): {
  readonly unchecked: readonly string[];
  readonly checks: readonly string[];
  readonly told: readonly DriftDifference[];
  readonly contradictions: readonly string[];
} {
  const naming = { service: 'cellar', spec: '1', source: 'cellar.json', headers: [] };
  const { draft, files } = newProject(draftContract(document, 'cellar'), naming, findRule);
  const folder = mkdtempSync(path.join(tmpdir(), 'plumbline-round-trip-'));
  writeFiles(folder, files);
  const project = loadProject(folder);
  const target = wholeTarget(project);
  const [scope] = scopesOf(project, target);
  rmSync(folder, { recursive: true });
  const told = scope === undefined ? [] : compareWithPublished(scope, document).differences;
  return {
    unchecked: uncheckedText(draft.endpoints.flatMap(({ unchecked }) => unchecked)),
    checks: checksOf(makePlan(project, target).plan).map(({ id }) => id),
    told,
    contradictions: told.flatMap(({ weight, rule, where }) => (weight === 'contradicts' ? [`${rule} ${where}`] : [])),
  };
}

test('a draft does not contradict the document that it was drafted from: one schema for all that is sent and shown', () => {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Site' } } };
  const shown = (status: number): object => ({ responses: { [status]: { description: 'It.', content } } });
  const requestBody = { required: true, content };
  const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
  const properties = {
    id: { type: 'integer', readOnly: true },
    name: { type: 'string' },
    note: { type: 'string' },
    made: { type: 'string', readOnly: true },
  };
  const document = parseApiDocument(
    JSON.stringify({
      openapi: '3.1.0',
      info: { title: 'Cellar', version: '1' },
      paths: {
        '/sites': { post: { requestBody, ...shown(201) } },
        '/sites/{id}': { parameters: [id], get: shown(200), patch: { requestBody, ...shown(200) } },
      },
      components: {
        schemas: { Site: { type: 'object', required: ['id', 'name'], properties, additionalProperties: false } },
      },
    }),
    'cellar.json',
  );
  const { unchecked, told } = roundTripOf(document);
  expect(unchecked).toEqual(['fields required in an update: name of PATCH /sites/{id}']);
  expect(told.filter(({ weight }) => weight === 'contradicts')).toEqual([]);
  expect(told.filter(({ weight, rule }) => weight === 'extra' && rule !== 'presence-extra')).toMatchObject([
    { rule: 'required-in-update', where: 'sites/update request name' },
  ]);
});

describe('a body that the document does not demand', () => {
  const told = (body: object, required: readonly string[] = []): ReturnType<typeof roundTripOf> => {
    const properties = { id: { type: 'integer', readOnly: true }, name: { type: 'string' }, note: { type: 'string' } };
    const content = { 'application/json': { schema: { type: 'object', required, properties } } };
    const read = { responses: { 200: { description: 'It.', content } } };
    const post = { requestBody: { ...body, content }, responses: { 201: { description: 'It.', content } } };
    const id = { name: 'id', in: 'path', required: true, schema: { type: 'integer' } };
    const paths = { '/sites': { post }, '/sites/{id}': { parameters: [id], get: read } };
    return roundTripOf(
      parseApiDocument(JSON.stringify({ openapi: '3.1.0', info: { title: 'C', version: '1' }, paths }), 'cellar.json'),
    );
  };
  const EMPTY = 'cellar/sites/create/input.empty-body';

  test.each([
    ['says that it is optional', { required: false }, ['name']],
    ['says nothing of it, nor of members that it needs', {}, []],
    ['asks for nothing in it that anybody could send', {}, ['id']],
  ])('is left open where it %s', (_what, body, required) => {
    const { checks, contradictions } = told(body, required);
    expect(contradictions).toEqual([]);
    expect(checks).not.toContain(EMPTY);
  });

  test.each([
    ['it is demanded', { required: true }, []],
    ['members of it are', {}, ['name']],
  ])('is asked for where %s', (_what, body, required) => {
    const { checks, contradictions } = told(body, required);
    expect(contradictions).toEqual([]);
    expect(checks).toContain(EMPTY);
  });
});
