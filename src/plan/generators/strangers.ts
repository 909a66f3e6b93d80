/** Ids that are not ours: what they are answered with at every operation that takes one. */
import type { CaseRuleId } from '../../rules/registry.ts';
import type { OperationContext } from '../context.ts';
import type { Case, RequestTemplate, Step } from '../model.ts';
import { type Fixtures, createStep } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { pathParameters, uidPointer } from '../templates.ts';
import { isParented } from './isolation.ts';

const ASPECT = 'lifecycle';
/** An id that no service gives out in a test environment. */
export const UNKNOWN = '999999999';

/** Ids that are not ours: unknown, malformed, under the wrong parent, of another organisation. */
export function strangers(context: OperationContext, fixtures: Fixtures): readonly (Case | undefined)[] {
  const { scope, endpoint, operation } = context;
  const parameters = pathParameters(operation.path);
  const last = parameters[parameters.length - 1];
  if (last === undefined || operation.access === 'public') return [];
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const reach = endpoint.parents[last] ?? endpoint.endpoint;
  const setup = [{ step: `setup.${reach}`, is: 'success' }] as const;
  const one = (
    rule: CaseRuleId,
    title: string,
    request: RequestTemplate,
    steps: readonly Step[] = [],
    given: readonly { readonly step: string; readonly is: 'success' }[] = setup,
  ): Case | undefined => {
    const params = context.refusal('not-found');
    if (params === undefined) return undefined;
    return context.case(
      ASPECT,
      rule,
      title,
      [...steps, { name: 'probe', operation: context.path, request, success: context.success }],
      [context.check(ASPECT, { rule, title, params, given })],
    );
  };
  const parent = parameters.find((p) => endpoint.parents[p] !== undefined);
  const wrongParent = (): Case | undefined => {
    if (parent === undefined || last === parent || !isParented(context)) return undefined;
    const name = endpoint.parents[parent] ?? '';
    const create = scope.operation(scope.endpoint(name), 'create');
    if (create === undefined) return undefined;
    const other = createStep(scope, scope.endpoint(name), create, fixtures, { name: 'other-parent' });
    const request = {
      ...good,
      parameters: {
        ...good.parameters,
        [parent]: { $ref: `other-parent#${uidPointer(scope, scope.endpoint(name), create)}` },
      },
    };
    return one(
      'lifecycle.wrong-parent',
      'the record is asked for under another parent',
      request,
      [other],
      [...setup, { step: 'other-parent', is: 'success' }],
    );
  };
  return [
    one('lifecycle.unknown-id', 'an id that was never given out', {
      ...good,
      parameters: { ...good.parameters, [last]: UNKNOWN },
    }),
    one('lifecycle.malformed-id', 'an id that cannot exist', {
      ...good,
      parameters: { ...good.parameters, [last]: 'not~an!id' },
    }),
    wrongParent(),
    one('lifecycle.other-party', 'another organisation asks for the record', { ...good, auth: { kind: 'other' } }),
  ];
}
