/** Methods and neighbouring paths of every path: nothing here asks for more than GET, HEAD or OPTIONS. */
import { pathShape } from '../../record/path-shape.ts';
import type { OperationContext } from '../context.ts';
import type { Case, Given, Group, RequestTemplate } from '../model.ts';
import type { Operation } from '../../load/model.ts';
import type { Scope } from '../scope.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { successOf } from '../templates.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';

/** Whether this operation is the one that speaks for its path, so that a path is probed once. */
export function speaksForPath(context: OperationContext): boolean {
  return siblings(context)[0]?.name === context.operation.name;
}

interface Sibling {
  readonly name: string;
  readonly method: string;
  readonly endpoint: string;
  readonly operation: Operation;
}

/** Operations of a scope by base and path, the names of path parameters aside; made once for each scope. */
const byPath = new WeakMap<Scope, ReadonlyMap<string, readonly Sibling[]>>();

function operationsByPath(scope: Scope): ReadonlyMap<string, readonly Sibling[]> {
  const known = byPath.get(scope);
  if (known !== undefined) return known;
  const made = new Map<string, Sibling[]>();
  for (const endpoint of scope.endpoints()) {
    for (const operation of scope.operations(endpoint)) {
      const key = placeOf(endpoint.base, operation.path);
      made.set(key, [
        ...(made.get(key) ?? []),
        { name: operation.name, method: operation.method, endpoint: endpoint.endpoint, operation },
      ]);
    }
  }
  byPath.set(scope, made);
  return made;
}

function placeOf(base: string, path: string): string {
  return `${base} ${pathShape(path)}`;
}

/** The operations of this one's path, those of its own endpoint first. */
export function siblings({ scope, endpoint, operation }: OperationContext): readonly Sibling[] {
  return (operationsByPath(scope).get(placeOf(endpoint.base, operation.path)) ?? [])
    .filter((o) => o.endpoint === endpoint.endpoint || o.method !== operation.method)
    .sort((a, b) => Number(b.endpoint === endpoint.endpoint) - Number(a.endpoint === endpoint.endpoint));
}

export function methods(context: OperationContext): Group | undefined {
  if (!speaksForPath(context)) return undefined;
  const { scope, endpoint, operation } = context;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const declared = [...new Set(siblings(context).map((o) => o.method))];
  const { body: _body, ...bare } = controlRequest(scope, endpoint, operation, fixtures);
  const at = (path: string): RequestTemplate => ({ ...bare, method: 'GET', path });
  return context.group(
    'methods',
    [...fixtures.steps, control],
    [
      headCase(context, bare, declared),
      context.case(
        'methods',
        'method.options',
        'OPTIONS lists the methods',
        [
          {
            name: 'probe',
            request: { ...bare, method: 'OPTIONS', auth: { kind: 'none' } },
            success: { statuses: [200, 204] },
          },
        ],
        [
          context.check('methods', {
            rule: 'method.options',
            title: `OPTIONS lists ${declared.join(', ')}`,
            params: { step: 'probe', methods: declared },
            given: AFTER_CONTROL,
          }),
          context.check('methods', {
            rule: 'method.options-offered',
            title: 'OPTIONS is answered',
            params: { step: 'probe' },
            given: AFTER_CONTROL,
          }),
        ],
      ),
      ...(operation.path === '' || operation.path === '/'
        ? []
        : [
            probeCase(
              context,
              'methods',
              {
                rule: 'path.trailing-slash',
                title: 'a slash is added to the path',
                request: at(`${operation.path}/`),
                refusal: 'not-found',
                undo: false,
              },
              false,
            ),
            probeCase(
              context,
              'methods',
              {
                rule: 'path.case',
                title: 'the path is in capitals',
                request: at(operation.path.replace(/[a-z]+(?![^{]*\})/g, (part) => part.toUpperCase())),
                refusal: 'not-found',
                undo: false,
              },
              false,
            ),
            probeCase(
              context,
              'methods',
              {
                rule: 'path.unknown',
                title: 'an undeclared neighbour is asked for',
                request: at(`${operation.path}-plumbline`),
                refusal: 'not-found',
                undo: false,
              },
              false,
            ),
          ]),
    ],
  );
}

function headCase(context: OperationContext, bare: RequestTemplate, declared: readonly string[]): Case | undefined {
  if (!declared.includes('GET')) return undefined;
  const get = siblings(context).find((o) => o.method === 'GET');
  const success = get === undefined ? { statuses: [200] } : successOf(context.scope, get.operation);
  const given: readonly Given[] = [{ step: 'get', is: 'success' }];
  return context.case(
    'methods',
    'method.head',
    'HEAD answers as GET does',
    [
      { name: 'get', request: { ...bare, method: 'GET' }, success },
      { name: 'steady', request: { ...bare, method: 'GET' }, success },
      { name: 'head', operation: context.path, request: { ...bare, method: 'HEAD' }, success },
      { name: 'again', request: { ...bare, method: 'GET' }, success },
    ],
    [
      context.check('methods', {
        rule: 'method.head',
        title: 'HEAD answers as GET does',
        params: { head: 'head', get: 'get', again: 'again' },
        given,
      }),
      context.check('methods', {
        rule: 'method.head-content',
        title: 'the answer to HEAD has no content',
        params: { step: 'head' },
        given,
      }),
      // Others may write to a list meanwhile: where the reads around HEAD differ, there is no one length.
      context.check('methods', {
        rule: 'method.head-length',
        title: 'the length is that of GET',
        params: { head: 'head', get: 'get', again: 'again' },
        given,
      }),
      context.check('methods', {
        rule: 'method.head-offered',
        title: 'HEAD is answered',
        params: { step: 'head' },
        given,
      }),
      // A list may change while others write; the record is this group's own.
      get?.operation.kind === 'read'
        ? context.check('methods', {
            rule: 'method.safe',
            title: 'reading and HEAD change nothing',
            params: { before: 'get', steady: 'steady', after: 'again', ...recordOf(context, get) },
            given: [...given, { step: 'again', is: 'answered' }],
          })
        : undefined,
    ],
  );
}

/** Where the record stands in the answer of that read, and what the contract declares of it. */
function recordOf(
  { scope }: OperationContext,
  { endpoint: name, operation }: Sibling,
): { readonly shown: string; readonly members: readonly string[] } {
  const endpoint = scope.endpoint(name);
  const { envelope } = scope.contracts;
  const shown =
    operation.response === 'single' && envelope !== undefined ? `/${envelope.result}/${endpoint.singular ?? ''}` : '';
  return {
    shown,
    members: scope.fields(endpoint.fields).flatMap((field) => (field.writeOnly === true ? [] : [field.name])),
  };
}
