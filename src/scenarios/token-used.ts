import { controlRequest } from '../plan/baseline-request.ts';
import type { Success } from '../model/success.ts';
import type { RequestTemplate } from '../plan/model.ts';
import { requestOf, successOf } from '../plan/request-templates.ts';
import { usesSeen } from '../plan/open-question-uses.ts';
import type { Build } from '../plan/catalogue/template.ts';

/** Asks for a token, and calls the first operation that reads without an identifier with that very token. It has to be the whole of its header: a directive stands for a value, and cannot be put behind a scheme. */
export const tokenUsed: Build = (context, fixtures) => {
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
        request: controlRequest(scope, endpoint, operation, fixtures),
        success: context.success,
      },
      { name: 'use', request, success },
    ],
    params: { step: 'use', success },
    // That a token was granted shows nothing of how the service is called with it.
    uses: usesSeen(() => [use(), token.carrier.scheme]),
    given: [{ step: 'probe', is: 'success' }],
  };
};
