/** Rules about the OpenAPI definition that a service publishes. */
import { jsonBody, responseJson, responseValue } from '../model/body.ts';
import { mapOptional } from '../model/objects.ts';
import { isMap, type Json, jsonText } from '../model/json.ts';
import { toOpenApi3, isSwagger } from '../model/openapi.ts';
import { pathWithoutNames } from '../model/path-template.ts';
import { valueAtPointer } from '../model/pointer.ts';
import { caseRule } from './define-rule.ts';
import {
  requireResponse,
  createFinding,
  inapplicableJudgement,
  inconclusiveJudgement,
  judgementFrom,
  OTHER_VERSION_PUBLISHED,
  valueFinding,
} from './evidence.ts';
import type { Finding } from './model.ts';
import { FLAG, objectParams, POINTER, STEP, STEP_PARAMS, TEXT, TEXTS } from './params.ts';

/** Root properties of Swagger 2.0; extensions begin with `x-`. */
const SWAGGER_MEMBERS = [
  'swagger',
  'info',
  'host',
  'basePath',
  'schemes',
  'consumes',
  'produces',
  'paths',
  'definitions',
  'parameters',
  'responses',
  'securityDefinitions',
  'security',
  'tags',
  'externalDocs',
];

/** Root properties of OpenAPI 3.1 (section 4.8.1.1). */
const MEMBERS = [
  'openapi',
  'info',
  'jsonSchemaDialect',
  'servers',
  'paths',
  'webhooks',
  'components',
  'security',
  'tags',
  'externalDocs',
];

const document = caseRule(
  {
    id: 'definition.document',
    title: 'The published definition is an OpenAPI document',
    fails: 'publishes a definition that is not a valid OpenAPI document: {where} is {actual} instead of {expected}',
    explain:
      'The definition names its OpenAPI version (3, or Swagger 2.0), has a title, a version and paths, and has no unknown fields. Tools reject any other document.',
  },
  STEP_PARAMS,
  (params, evidence) => {
    const { exchange, response } = requireResponse(evidence, params.step);
    const root = responseJson({ response });
    if (!isMap(root))
      return judgementFrom([createFinding(exchange, 'body', 'an OpenAPI document', mapOptional(root, jsonText))]);
    const text = (pointer: string, pattern: RegExp, expected: string): readonly Finding[] => {
      const value = valueAtPointer(root, pointer);
      return typeof value === 'string' && pattern.test(value)
        ? []
        : [createFinding(exchange, `body#${pointer}`, expected, mapOptional(value, jsonText))];
    };
    const old = isSwagger(root);
    const known = old ? SWAGGER_MEMBERS : MEMBERS;
    const unknown = Object.keys(root).filter((name) => !known.includes(name) && !name.startsWith('x-'));
    const paths = valueAtPointer(root, '/paths');
    return judgementFrom([
      ...(old
        ? text('/swagger', /^2\.0$/, 'Swagger 2.0')
        : text('/openapi', /^3\.\d+\.\d+$/, 'OpenAPI version 3, or Swagger 2.0')),
      ...(old && toOpenApi3(root) === undefined && valueAtPointer(root, '/swagger') === '2.0'
        ? [createFinding(exchange, 'body', 'a valid Swagger document', 'a document with parts of the wrong type')]
        : []),
      ...text('/info/title', /./, 'a title'),
      ...text('/info/version', /./, 'a version'),
      ...(isMap(paths)
        ? []
        : [createFinding(exchange, 'body#/paths', 'an object with paths', mapOptional(paths, jsonText))]),
      ...unknown.map((name) =>
        createFinding(exchange, `body#/${name}`, 'an OpenAPI field, or a name that begins with "x-"', 'neither'),
      ),
    ]);
  },
);

const version = caseRule(
  {
    id: 'definition.version',
    title: 'The service publishes the tested version',
    fails: 'publishes another version: {actual} instead of {expected}',
    explain: 'The version in the published definition or description is the version of the contract.',
  },
  objectParams({ step: STEP, pointer: POINTER, version: TEXT }, { aligned: FLAG }),
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    if (params.aligned === false) return inapplicableJudgement(OTHER_VERSION_PUBLISHED);
    const shown = responseValue(reply, params.pointer);
    return judgementFrom(
      shown === params.version ? [] : [valueFinding(reply.exchange, `body#${params.pointer}`, params.version, shown)],
    );
  },
);

const operations = caseRule(
  {
    id: 'definition.operations',
    title: 'The published definition contains every operation',
    fails: 'publishes a definition without all operations: {expected} is missing',
    explain: 'Clients generated from the published definition cannot call an operation that it does not contain.',
  },
  objectParams({ step: STEP, operations: TEXTS }, { aligned: FLAG }),
  (params, evidence) => {
    const reply = requireResponse(evidence, params.step);
    if (params.aligned === false) return inapplicableJudgement(OTHER_VERSION_PUBLISHED);
    const paths = responseValue(reply, '/paths');
    if (typeof paths !== 'object' || paths === null)
      return judgementFrom([
        createFinding(reply.exchange, 'body#/paths', 'an object with paths', mapOptional(paths, jsonText)),
      ]);
    const published = new Set(
      Object.entries(paths as Readonly<Record<string, Json>>).flatMap(([path, item]) =>
        typeof item === 'object' && item !== null
          ? Object.keys(item).map((method) => `${method.toUpperCase()} ${pathWithoutNames(path)}`)
          : [],
      ),
    );
    const lacking = params.operations.filter(
      (o) => !published.has(o.replace(/ .*/, (rest) => ` ${pathWithoutNames(rest.slice(1))}`)),
    );
    return judgementFrom(lacking.map((o) => createFinding(reply.exchange, 'body#/paths', o, 'not published')));
  },
);

/** Follows local references, at most a few in a row. */
function resolved(root: Json, schema: Json | undefined): Json | undefined {
  let here = schema;
  for (let depth = 0; depth < 8; depth += 1) {
    const reference = valueAtPointer(here, '/$ref');
    if (typeof reference !== 'string' || !reference.startsWith('#/')) return here;
    here = valueAtPointer(root, reference.slice(1));
  }
  return here;
}

/** The type that a schema requires; undefined if the schema leaves it open. */
function formOf(root: Json, schema: Json | undefined): 'array' | 'object' | undefined {
  const node = resolved(root, schema);
  const type = valueAtPointer(node, '/type');
  if (type === 'array' || type === 'object') return type;
  if (valueAtPointer(node, '/items') !== undefined) return 'array';
  return valueAtPointer(node, '/properties') === undefined ? undefined : 'object';
}

const requestForms = caseRule(
  {
    id: 'definition.request-forms',
    title: 'The published definition has the right request bodies',
    fails: 'publishes a definition with a wrong request body: {actual} instead of {expected}',
    explain:
      'Between spec versions, a request changes from one object to an array of objects or back. With a wrong definition, every request of a generated client is rejected.',
  },
  objectParams(
    {
      step: STEP,
      operations: {
        type: 'array',
        items: objectParams({ method: TEXT, path: TEXT, form: { enum: ['array', 'object'] } }),
      },
    },
    { aligned: FLAG },
  ),
  (params, evidence) => {
    const step = requireResponse(evidence, params.step);
    if (params.aligned === false) return inapplicableJudgement(OTHER_VERSION_PUBLISHED);
    const body = jsonBody(step.response);
    const root = body.ok && isMap(body.value) ? toOpenApi3(body.value) : undefined;
    const paths = valueAtPointer(root, '/paths');
    if (root === undefined || typeof paths !== 'object' || paths === null)
      return inconclusiveJudgement('the definition has no paths');
    const published = new Map(
      Object.entries(paths as Readonly<Record<string, Json>>).map(([path, item]) => [pathWithoutNames(path), item]),
    );
    return judgementFrom(
      params.operations.flatMap(({ method, path, form }): readonly Finding[] => {
        const requestBody = resolved(
          root,
          valueAtPointer(published.get(pathWithoutNames(path)), `/${method.toLowerCase()}/requestBody`),
        );
        const said = formOf(root, valueAtPointer(requestBody, '/content/application~1json/schema'));
        return said === undefined || said === form
          ? []
          : [
              createFinding(
                step.exchange,
                `body#/paths ${method} ${path}`,
                `an ${form} for ${method} ${path}`,
                `an ${said}`,
              ),
            ];
      }),
    );
  },
);

export const definitionRules = [document, version, operations, requestForms] as const;
