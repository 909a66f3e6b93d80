/** Groups that send malformed, aborted or huge requests end with one cheap read: a service that such a request stops must not pass. */
import { defined } from '../model/objects.ts';
import type { OperationContext } from './context.ts';
import type { PlannedOperation } from './coverage.ts';
import { cheapReads, type Heartbeat } from './heartbeat.ts';
import type { Group, RequestTemplate, Step } from './model.ts';

/** Name of the case and of its step. */
const NAME = 'still-responds';

/** The groups of one endpoint, each that sends such requests with a case more. */
export function withLiveness(made: readonly PlannedOperation[]): readonly PlannedOperation[] {
  return made.map(({ context, groups }) => ({
    context,
    groups: groups.map((group) => (sendsMalformed(group) ? checked(context, group) : group)),
  }));
}

function sendsMalformed({ cases }: Group): boolean {
  return cases.some(({ steps }) => steps.some(({ via, request: { body } }) => via === 'socket' || isMalformed(body)));
}

function isMalformed(body: RequestTemplate['body']): boolean {
  return body?.kind === 'text' || (body?.kind === 'json' && (body.mutation ?? body.raw) !== undefined);
}

function checked(context: OperationContext, group: Group): Group {
  const { scope, endpoint, operation, rules } = context;
  const isOfService = endpoint.base === 'service' && operation.server === undefined;
  const read: Heartbeat = (isOfService ? cheapReads(scope)[0] : undefined) ?? {
    path: isOfService ? '/' : '',
    access: 'public',
  };
  const title = rules.find('raw.still-responds')?.title ?? '';
  const step: Step = {
    name: NAME,
    send: { kind: 'liveness' },
    request: {
      base: endpoint.base,
      method: 'GET',
      path: read.path,
      parameters: {},
      headers: {},
      auth: { kind: read.access === 'token' ? 'good' : 'none', ...defined({ way: read.way }) },
      ...defined({ server: operation.server }),
    },
    // Any response shows that the service is running; whether it is the right one is checked elsewhere.
    success: { statuses: [200] },
  };
  const check = context.check(group.aspect, {
    rule: 'raw.still-responds',
    key: group.aspect,
    title,
    params: { step: NAME },
  });
  const last = context.case(group.aspect, NAME, title, [step], [check]);
  return last === undefined ? group : { ...group, cases: [...group.cases, last] };
}
