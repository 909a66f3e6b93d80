import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { isMap, type Json, type JsonMap } from '../../src/model/json.ts';
import { loadProject } from '../../src/load/load-project.ts';
import { projectOf } from '../../src/project/make-plan.ts';
import type { Project } from '../../src/load/model.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { compareWithPublished } from '../../src/openapi/drift.ts';
import { driftText } from '../../src/openapi/drift-text.ts';
import { DOCUMENT_BASES, exportDocument } from '../../src/openapi/export.ts';
import { Scope } from '../../src/plan/scope.ts';
import { library } from '../cli/library.ts';
import { everyNth } from '../part.ts';
import { ROOT } from '../cli/support.ts';

function scopeOf(
  project: Project,
  service: string,
  version: string,
  answers: Readonly<Record<string, Json>> = {},
): Scope {
  const spec = project.specs.find((one) => one.service === service);
  const contracts = project.contracts.find((one) => one.service === service);
  if (spec === undefined || contracts === undefined) throw new Error(`there is no ${service}`);
  return new Scope(spec, contracts, version, answers);
}

const project = projectOf(ROOT);
/** Read from the files once more, by the way without a cache. */
const again = loadProject(ROOT);
/** The newest version of each service, and the others in `npm run test:all`. */
const versions = project.specs.flatMap(({ service, versions: all }) =>
  everyNth(all.toReversed(), 4).map(({ id }) => [service, id] as const),
);
const newest = project.specs.flatMap((spec) => spec.versions.slice(-1).map(({ id }) => [spec.service, id] as const));
const jsonOf = (document: JsonMap): string => `${JSON.stringify(document, undefined, 2)}\n`;

const exports = new Map<string, string>();

/** The text of the document, made once for all tests. */
function exported(service: string, version: string, base: (typeof DOCUMENT_BASES)[number] = 'service'): string {
  const key = `${service} ${version} ${base}`;
  const text = exports.get(key) ?? jsonOf(exportDocument(scopeOf(project, service, version), base));
  exports.set(key, text);
  return text;
}

/** What stands at a place, by the names on the way. */
function at(document: Json | undefined, ...names: readonly (string | number)[]): Json | undefined {
  return names.reduce<Json | undefined>(
    (here, name) =>
      Array.isArray(here) ? (here as readonly Json[])[Number(name)] : isMap(here) ? here[name] : undefined,
    document,
  );
}

describe('an export', () => {
  it('of a small contract names its operations and schemas', () => {
    const small = exportDocument(scopeOf(loadProject(library()), 'library', '1.10'));
    const { description } = small['info'] as { readonly description: string };
    expect(description).toBe('Contract of library 1.10, as tested by Plumbline.');
    expect(small['tags']).toEqual([{ name: 'books', description: 'Books' }]);
    expect(at(small, 'paths', '/books', 'post')).toMatchObject({
      operationId: 'books.create',
      summary: 'Books: create',
      tags: ['books'],
    });
    expect(Object.keys(at(small, 'components', 'schemas') ?? {})).toEqual(['Books', 'NewBooks', 'PlainError']);
    expect(at(small, 'components', 'schemas', 'NewBooks')).toEqual({
      type: 'object',
      properties: { title: { type: 'string', maxLength: 100 }, shelf_mark: { type: 'string', maxLength: 20 } },
      required: ['title', 'shelf_mark'],
      additionalProperties: false,
    });
    expect(at(small, 'paths', '/books/{id}', 'get', 'parameters')).toEqual([
      { name: 'id', in: 'path', required: true, schema: { type: 'string', maxLength: 40 } },
    ]);
    expect(small['x-plumbline-open-points']).toEqual({
      'library.shelf-mark-since': { value: '1.10', answered: false },
    });
  });

  it.each(versions)(
    'of %s %s is valid OpenAPI 3.1, for the service and for the identity provider',
    async (service, version) => {
      for (const base of DOCUMENT_BASES) {
        const document = JSON.parse(exported(service, version, base)) as Record<string, unknown>;
        const result = await new Validator().validate(document);
        expect(result).toMatchObject({ valid: true });
      }
    },
  );

  it.each(['library', 'notes', 'depot'])(
    'of the example %s is valid OpenAPI 3.1 and, read back, no different from its contract',
    async (name) => {
      const scope = scopeOf(loadProject(path.join(ROOT, 'examples', name)), name, '1.0');
      const document = exportDocument(scope);
      expect(await new Validator().validate(JSON.parse(jsonOf(document)) as Record<string, unknown>)).toMatchObject({
        valid: true,
      });
      expect(compareWithPublished(scope, parseApiDocument(jsonOf(document), 'export.json')).differences).toEqual([]);
    },
  );

  it.each([
    ['cursor', 'string'],
    ['link', 'string'],
    ['page-number', 'integer'],
  ] as const)(
    'of pages by %s says where the next one is named by a %s, and by a number how many there are',
    (style, type) => {
      const { spec, contracts, version } = scopeOf(project, 'student-reporting', '4.0.1');
      if (contracts.pagination === undefined) throw new Error('its lists are paged');
      const scope = new Scope(spec, { ...contracts, pagination: { ...contracts.pagination, style } }, version, {});
      const headers = at(exportDocument(scope), 'paths', '/campuses', 'get', 'responses', '200', 'headers');
      expect(headers).toMatchObject({
        'tcsi-pagination-next-page': { schema: { type } },
        'tcsi-pagination-total-pages': { schema: { type: 'integer' } },
      });
    },
  );

  it('of an operation that is not done without a condition demands If-Match', () => {
    const scope = scopeOf(loadProject(path.join(ROOT, 'examples', 'depot')), 'depot', '1.0');
    const put = at(exportDocument(scope), 'paths', '/hours', 'put');
    expect(at(put, 'parameters')).toContainEqual(expect.objectContaining({ name: 'If-Match', required: true }));
    expect(at(put, 'responses', '428')).toBeDefined();
  });

  it.each(versions)('of %s %s, read back, is no different from its contract', (service, version) => {
    const scope = scopeOf(project, service, version);
    const drift = compareWithPublished(scope, parseApiDocument(exported(service, version), 'export.json'));
    expect(drift.differences).toEqual([]);
    const operations = scope.endpoints().filter(({ base }) => base === 'service');
    expect(drift.counts.operations).toBe(operations.flatMap((endpoint) => scope.operations(endpoint)).length);
    expect(driftText(drift)).toMatch(/: no differences$/m);
  });

  it.each(newest)('of %s %s has the same bytes each time', (service, version) => {
    expect(exported(service, version)).toBe(jsonOf(exportDocument(scopeOf(again, service, version))));
  });

  it.each(versions)('of %s %s copies no sentence of what the requirements and open points say', (service, version) => {
    const text = exported(service, version);
    const spec = project.specs.find((one) => one.service === service);
    const sentences = [
      ...(spec?.requirements ?? []).map((r) => r.text),
      ...(spec?.openPoints ?? []).flatMap((p) => [p.question, p.reason]),
    ];
    expect(sentences.filter((sentence) => text.includes(sentence))).toEqual([]);
  });
});

describe('in an export', () => {
  const students = exportDocument(scopeOf(project, 'student-reporting', '4.0.1'));
  const operation = (path: string, method: string): Json | undefined => at(students, 'paths', path, method);
  const json = ['content', 'application/json', 'schema'] as const;

  it('a create demands what is required, in the wrapping of the operation, with its parts', () => {
    const body = at(operation('/students', 'post'), 'requestBody', ...json);
    expect(body).toMatchObject({
      type: 'array',
      items: {
        properties: {
          correlation_id: { type: 'string', maxLength: 64 },
          student: { $ref: '#/components/schemas/NewStudent' },
        },
        required: ['correlation_id', 'student'],
      },
    });
    const record = at(students, 'components', 'schemas', 'NewStudent');
    expect(at(record, 'required')).toContain('gender_code');
    expect(at(record, 'properties', 'citizenships', 'items', 'properties', 'citizenship')).toEqual({
      $ref: '#/components/schemas/NewCitizenship',
    });
    expect(at(record, 'properties', 'students_uid')).toBeUndefined();
  });

  it('an update demands nothing, and null clears what is optional', () => {
    const record = at(students, 'components', 'schemas', 'StudentChange');
    expect(at(record, 'required')).toBeUndefined();
    expect(at(record, 'properties', 'citizenships')).toBeUndefined();
    expect(at(record, 'properties', 'atsi_code')).toMatchObject({
      type: ['string', 'null'],
      enum: ['2', '3', '4', '5', '9', null],
    });
    expect(at(record, 'properties', 'gender_code')).toMatchObject({ type: 'string', enum: ['M', 'F', 'X'] });
  });

  it('statuses have their bodies, and none that the operation cannot answer with', () => {
    expect(Object.keys(at(operation('/students/{students_uid}', 'get'), 'responses') ?? {})).toEqual([
      '200',
      '401',
      '404',
      '406',
      '503',
    ]);
    expect(at(operation('/students/{students_uid}', 'delete'), 'responses', '204', 'content')).toBeUndefined();
    expect(at(operation('/students', 'post'), 'responses', '415', ...json)).toEqual({
      $ref: '#/components/schemas/GatewayError',
    });
  });

  it('paging headers have the names that the open points give them', () => {
    const list = '/students/{students_uid}/unit-enrolments';
    const names = (document: JsonMap): readonly unknown[] => [
      (at(document, 'paths', list, 'get', 'parameters', 1) as JsonMap)['name'],
      Object.keys(at(document, 'paths', list, 'get', 'responses', '200', 'headers') ?? {})[0],
    ];
    expect(names(students)).toEqual(['tcsi-pagination-page', 'tcsi-pagination-current-page']);
    const answered = exportDocument(
      scopeOf(project, 'student-reporting', '4.0.1', { 'student-reporting.pagination.request-page-header': 'x-page' }),
    );
    expect(names(answered)).toEqual(['x-page', 'tcsi-pagination-current-page']);
    expect(at(answered, 'x-plumbline-open-points', 'student-reporting.pagination.request-page-header')).toEqual({
      value: 'x-page',
      answered: true,
    });
  });

  it('answers have the media type that the open point gives them, and requests JSON’s own', () => {
    const point = 'student-reporting.media.json';
    const type = 'application/vnd.report+json';
    const answered = (base: 'service' | 'identity-provider'): JsonMap =>
      exportDocument(scopeOf(project, 'student-reporting', '4.0.1', { [point]: type }), base);
    const document = answered('service');
    const types = (...names: readonly string[]): readonly string[] =>
      Object.keys(at(document, 'paths', '/students', 'post', ...names, 'content') ?? {});
    expect(types('responses', '200')).toEqual([type]);
    expect(types('responses', '401')).toEqual([type]);
    expect(types('requestBody')).toEqual(['application/json']);
    expect(at(document, 'paths', '/students', 'post', 'x-plumbline-open-points')).toContain(point);
    expect(at(document, 'x-plumbline-open-points', point)).toEqual({ value: type, answered: true });
    expect(jsonOf({ paths: at(answered('identity-provider'), 'paths') ?? null })).not.toContain(type);
  });

  it('the token stands where it is carried, and public operations ask for none', () => {
    expect(at(students, 'components', 'securitySchemes', 'accessToken')).toMatchObject({
      type: 'apiKey',
      in: 'header',
      name: 'access-token',
    });
    expect(at(operation('/students', 'post'), 'security')).toEqual([{ accessToken: [] }]);
    expect(at(operation('/openapi.json', 'get'), 'security')).toEqual([]);
    expect(
      at(
        exportDocument(scopeOf(project, 'partner-onboarding', '1.0.0')),
        'components',
        'securitySchemes',
        'accessToken',
      ),
    ).toMatchObject({ type: 'http', scheme: 'bearer' });
  });

  it('an operation names its open points and requirements, and not those of other families', () => {
    const points = at(operation('/students/{students_uid}', 'get'), 'x-plumbline-open-points');
    expect(points).toContain('student-reporting.students.paths');
    expect(points).not.toContain('student-reporting.loans.paths');
    expect(at(operation('/students', 'get'), 'x-plumbline-requirements')).toContain(
      'student-reporting.endpoints.students',
    );
    expect(at(operation('/students', 'post'), 'x-plumbline-requirements')).toContain('student-reporting.methods.post');
  });

  it('the token request stands in the document of the identity provider, as a form', () => {
    const document = exportDocument(scopeOf(project, 'student-reporting', '4.0.1'), 'identity-provider');
    expect(Object.keys(at(document, 'paths', '/', 'post', 'requestBody', 'content') ?? {})).toEqual([
      'application/x-www-form-urlencoded',
    ]);
    expect(jsonOf(students)).not.toContain('x-www-form-urlencoded');
  });
});
