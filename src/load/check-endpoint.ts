/** What an endpoint contract refers to, held against the rest of its service. */
import type { VersionRange } from './model.ts';
import type { NameSet } from './names.ts';
import type { ProblemList } from './problem-list.ts';
import type { RawEndpoint, RawField, RawForm, RawOperation } from './raw.ts';
import type { References } from './references.ts';
import { suggestion } from './suggest.ts';
import type { YamlDocument } from './yaml-document.ts';

/** What the shared blocks of the service offer; `undefined` where the file is there but cannot be read. */
export interface Blocks {
  readonly wrapping: boolean | undefined;
  readonly pagination: boolean | undefined;
  readonly token: boolean | undefined;
}

export interface EndpointScope {
  readonly document: YamlDocument;
  readonly raw: RawEndpoint;
  readonly endpoints: NameSet;
  readonly references: References;
  readonly blocks: Blocks;
  /** What has been told of already, of the whole service. */
  readonly told: Set<string>;
  readonly problems: ProblemList;
}

const WRAPPED: readonly string[] = ['item', 'items', 'single'];

export function checkEndpoint(scope: EndpointScope): void {
  const { document, raw, references } = scope;
  references.range(raw, document);
  checkFields(scope, raw.fields ?? {}, raw.fields ?? {});
  checkLinks(scope);
  for (const [name, operation] of Object.entries(raw.operations)) checkOperation(scope, name, operation);
  checkParents(scope);
}

function checkFields(
  scope: EndpointScope,
  fields: Readonly<Record<string, RawField>>,
  top: Readonly<Record<string, RawField>>,
): void {
  const { document, references, problems } = scope;
  for (const field of Object.values(fields)) {
    references.range(field, document);
    if (typeof field.patchable === 'object') references.range(field.patchable, document);
    if (field.references !== undefined) knownEndpoint(scope, field.references, field, 'references');
    if (field.notBefore !== undefined && !(field.notBefore in fields) && !(field.notBefore in top)) {
      problems.add(
        document.problem(
          'unknown-field',
          `there is no field ${JSON.stringify(field.notBefore)}`,
          field,
          'notBefore',
          'value',
          suggestion(field.notBefore, Object.keys(fields), 'field'),
        ),
      );
    }
    for (const [low, high] of [
      ['minLength', 'maxLength'],
      ['minimum', 'maximum'],
      ['minItems', 'maxItems'],
    ] as const) {
      const from = field[low];
      const to = field[high];
      if (from !== undefined && to !== undefined && from > to)
        problems.add(document.problem('wrong-value', `${high} is less than ${low}`, field, high));
    }
    if (field.fields !== undefined) checkFields(scope, field.fields, top);
  }
}

/** `uid`, `parents`, `nested`: names of fields and endpoints. */
function checkLinks(scope: EndpointScope): void {
  const { document, raw, problems } = scope;
  const fields = raw.fields ?? {};
  if (raw.uid !== undefined && !(raw.uid in fields)) {
    problems.add(
      document.problem(
        'unknown-field',
        `the uid ${JSON.stringify(raw.uid)} is not one of the fields`,
        raw,
        'uid',
        'value',
        suggestion(raw.uid, Object.keys(fields), 'field'),
      ),
    );
  }
  for (const [parameter, endpoint] of Object.entries(raw.parents ?? {}))
    knownEndpoint(scope, endpoint, raw.parents ?? {}, parameter);
  for (const [member, endpoint] of Object.entries(raw.nested ?? {})) {
    knownEndpoint(scope, endpoint, raw.nested ?? {}, member);
    if (member in fields)
      problems.add(
        document.problem(
          'duplicate-id',
          `${JSON.stringify(member)} is a field already`,
          raw.nested ?? {},
          member,
          'key',
        ),
      );
  }
}

function knownEndpoint(scope: EndpointScope, endpoint: string, parent: object, key: string): void {
  if (!scope.endpoints.lacks(endpoint)) return;
  scope.problems.add(
    scope.document.problem(
      'unknown-endpoint',
      `the service has no endpoint ${JSON.stringify(endpoint)}`,
      parent,
      key,
      'value',
      scope.endpoints.suggest(endpoint, 'endpoint'),
    ),
  );
}

function checkOperation(scope: EndpointScope, name: string, operation: RawOperation): void {
  const { document, raw, references, problems } = scope;
  const fields = raw.fields ?? {};
  references.range(operation, document);
  for (const forms of [operation.request, operation.response])
    rangesOf(forms).forEach((range) => references.range(range, document));

  for (const parameter of parametersOf(operation.path)) {
    // A uid that is no field is told of already.
    const isUid = parameter === raw.uid || (raw.uid !== undefined && !(raw.uid in fields) && parameter in fields);
    if (parameter in (raw.parents ?? {}) || isUid) continue;
    const providers = [...Object.keys(raw.parents ?? {}), ...(raw.uid === undefined ? [] : [raw.uid])];
    problems.add(
      document.problem(
        'path-parameter',
        `nothing provides the path parameter {${parameter}}`,
        operation,
        'path',
        'value',
        suggestion(parameter, providers, 'parameter') ?? 'name the endpoint that makes it in `parents`',
      ),
    );
  }
  for (const key of ['request', 'response'] as const) {
    const wrapped = formsOf(operation[key]).find(
      (form) => WRAPPED.includes(form) || (form === 'list' && scope.blocks.wrapping !== false),
    );
    if (wrapped === undefined) continue;
    missing(
      scope,
      'wrapping',
      `the form ${wrapped} needs the names of the wrapping members`,
      operation,
      key,
      'value',
      'give correlation, success, result and messages in envelope.yaml',
    );
    if (raw.singular === undefined) missingSingular(scope, wrapped, operation, key);
  }
  if ((operation.pagination ?? 'none') !== 'none')
    missing(scope, 'pagination', 'the service has no pagination.yaml', operation, 'pagination', 'value');
  if ((operation.access ?? 'token') === 'token' && operation.kind !== 'token' && name !== 'token') {
    missing(
      scope,
      'token',
      'the service has no token.yaml to say how access is carried',
      raw.operations,
      name,
      'key',
      'write it, or give the operation `access: public`',
    );
  }
  operation.empties?.forEach((member, index) => {
    if (!(member in fields))
      problems.add(
        document.problem(
          'unknown-field',
          `there is no field ${JSON.stringify(member)}`,
          operation.empties ?? [],
          index,
          'value',
          suggestion(member, Object.keys(fields), 'field'),
        ),
      );
  });
}

/** What a service does not have is told once, where it is first needed. */
function missing(
  scope: EndpointScope,
  block: keyof Blocks,
  message: string,
  parent: object,
  key: string,
  which: 'key' | 'value',
  hint?: string,
): void {
  if (scope.blocks[block] !== false || scope.told.has(block)) return;
  scope.told.add(block);
  scope.problems.add(scope.document.problem('block-missing', message, parent, key, which, hint));
}

function missingSingular(scope: EndpointScope, form: string, parent: object, key: string): void {
  const id = `singular of ${scope.raw.endpoint}`;
  if (scope.told.has(id)) return;
  scope.told.add(id);
  scope.problems.add(
    scope.document.problem(
      'missing-key',
      `the form ${form} needs the name of one record`,
      parent,
      key,
      'value',
      'give the endpoint its `singular`',
    ),
  );
}

/** A parent that no path uses is a typing mistake in one of the two. */
function checkParents(scope: EndpointScope): void {
  const { document, raw, problems } = scope;
  const used = new Set(Object.values(raw.operations).flatMap((operation) => parametersOf(operation.path)));
  for (const parameter of Object.keys(raw.parents ?? {})) {
    if (used.has(parameter)) continue;
    problems.add(
      document.problem(
        'path-parameter',
        `no path has the parameter {${parameter}}`,
        raw.parents ?? {},
        parameter,
        'key',
        suggestion(parameter, used, 'parameter'),
      ),
    );
  }
}

function parametersOf(path: string): readonly string[] {
  return [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1] ?? '');
}

function formsOf(forms: RawForm | undefined): readonly string[] {
  if (forms === undefined) return [];
  return typeof forms === 'string' ? [forms] : forms.map((entry) => entry.form);
}

function rangesOf(forms: RawForm | undefined): readonly VersionRange[] {
  return forms === undefined || typeof forms === 'string' ? [] : forms;
}
