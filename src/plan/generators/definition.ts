/** The version that a service says it has, and its published definition. */
import type { OperationContext } from '../context.ts';
import type { Group } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';

export function definition(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  const { describes } = endpoint;
  if (describes === undefined) return undefined;
  const fixtures = new Fixtures(scope);
  const given = [{ step: 'probe', is: 'success' }] as const;
  const operations = scope
    .endpoints()
    .filter((e) => e.base === 'service' && e.describes === undefined)
    .flatMap((e) => scope.operations(e).map((o) => `${o.method} ${o.path}`));
  return context.group('definition', fixtures.steps, [
    context.case(
      'definition',
      'definition',
      'the definition is fetched',
      [
        {
          name: 'probe',
          operation: context.path,
          request: controlRequest(scope, endpoint, operation, fixtures),
          success: context.success,
        },
      ],
      [
        context.check('definition', {
          rule: 'definition.version',
          title: `the version is ${scope.version}`,
          params: { step: 'probe', pointer: describes.version, version: scope.version },
          given,
        }),
        ...(describes.definition === 'openapi'
          ? [
              context.check('definition', {
                rule: 'definition.operations',
                title: 'every operation is published',
                params: { step: 'probe', operations },
                given,
              }),
              context.check('definition', {
                rule: 'definition.document',
                title: 'the definition is an OpenAPI document',
                params: { step: 'probe' },
                given,
              }),
              context.check('definition', {
                rule: 'definition.request-forms',
                title: 'every request body is the array or object that it is',
                params: { step: 'probe', operations: requestForms(scope) },
                given,
              }),
            ]
          : []),
      ],
    ),
  ]);
}

/** Operations that take a body, and whether it is an array. */
function requestForms(
  scope: OperationContext['scope'],
): readonly { readonly method: string; readonly path: string; readonly form: 'array' | 'object' }[] {
  return scope
    .endpoints()
    .filter((e) => e.base === 'service')
    .flatMap((e) => scope.operations(e).map((o) => ({ method: o.method, path: o.path, request: o.request })))
    .filter(({ request }) => request !== 'none')
    .map(({ method, path, request }) => ({ method, path, form: request === 'items' ? 'array' : 'object' }));
}
