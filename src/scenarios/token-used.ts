import { baselineRequest } from '../plan/baseline-request.ts';
import type { Success } from '../model/success.ts';
import type { RequestTemplate } from '../plan/model.ts';
import { requestOf, successOf } from '../plan/request-templates.ts';
import { collectRelevantUses } from '../plan/open-question-uses.ts';
import type { CaseBuilder } from '../plan/catalogue/template.ts';

/**
 * Requests a token, and calls the first protected read with it. The token must be the whole header value: a directive
 * cannot follow a scheme.
 */
export const callWithToken: CaseBuilder = (context, fixtures) => {
  const { scope, endpoint, operation } = context;
  const { token } = scope.contracts;
  const [used] = scope
    .endpoints()
    .filter((e) => e.base === 'service')
    .flatMap((e) => scope.operations(e).map((o) => ({ endpoint: e, operation: o })))
    .filter(
      ({ operation: o }) => (o.kind === 'read' || o.kind === 'list') && o.access === 'token' && !o.path.includes('{'),
    );
  if (token === undefined || used === undefined) return undefined;
  const use = (): { readonly request: RequestTemplate; readonly success: Success } => ({
    request: {
      ...requestOf(used.endpoint, used.operation, {}),
      auth: { kind: 'none' },
      headers: { [token.carrier.header]: { $ref: 'probe#/access_token' } },
    },
    success: successOf(scope, used.operation),
  });
  const { request, success } = use();
  return {
    steps: [
      {
        name: 'probe',
        operation: context.path,
        request: baselineRequest(scope, endpoint, operation, fixtures),
        success: context.success,
      },
      { name: 'use', request, success },
    ],
    params: { step: 'use', success },
    // A granted token does not confirm how requests carry it.
    uses: collectRelevantUses(() => [use(), token.carrier.scheme]),
    given: [{ step: 'probe', is: 'success' }],
  };
};
