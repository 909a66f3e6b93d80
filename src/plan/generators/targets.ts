/** What is asked for, in other spellings: each path once, with the methods that it has nowhere. */
import type { OperationContext } from '../context.ts';
import type { Case, Group, RequestTemplate, Step } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { successOf } from '../templates.ts';
import { siblings, speaksForPath } from './methods.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';

const ASPECT = 'methods';
/** Longer than any server must read (RFC 9110 §4.1 recommends 8,000 octets), and than many do. */
const LONG = 40_000;

export function targets(context: OperationContext): Group | undefined {
  if (!speaksForPath(context)) return undefined;
  const { scope, endpoint, operation } = context;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const { body: _body, ...bare } = controlRequest(scope, endpoint, operation, fixtures);
  const get = { ...bare, method: 'GET' };
  const isRoot = operation.path === '' || operation.path === '/';
  const refused = (rule: 'path.doubled-slash' | 'path.encoded-slash', title: string, path: string): Case | undefined =>
    probeCase(context, ASPECT, { rule, title, request: { ...get, path }, refusal: 'not-found', undo: false }, false);
  return context.group(
    ASPECT,
    [...fixtures.steps, control],
    [
      traced(context, bare),
      ...(isRoot ? [] : [refused('path.doubled-slash', 'the path begins with two slashes', `/${operation.path}`)]),
      ...(/^\/[^/]+\//.test(operation.path)
        ? [
            refused(
              'path.encoded-slash',
              'a slash of the path is encoded',
              operation.path.replace(/^(\/[^/]+)\//, '$1%2F'),
            ),
          ]
        : []),
      ...spelled(context, get, isRoot),
    ],
  );
}

function traced(context: OperationContext, bare: RequestTemplate): Case | undefined {
  if (context.scope.contracts.methods !== 'complete') return undefined;
  // Playwright may not send it, and undici does.
  const step: Step = {
    name: 'probe',
    operation: context.path,
    request: { ...bare, method: 'TRACE' },
    via: 'undici',
    success: context.success,
  };
  return context.case(
    ASPECT,
    'method.trace',
    'the request is asked back',
    [step],
    [
      context.check(ASPECT, {
        rule: 'method.trace',
        title: 'TRACE brings no credentials back',
        params: { step: 'probe' },
        given: AFTER_CONTROL,
      }),
      context.check(ASPECT, {
        rule: 'method.trace-refused',
        title: 'TRACE is refused',
        params: { step: 'probe' },
        given: AFTER_CONTROL,
      }),
    ],
  );
}

/** The GET of this path under an equivalent target, and under one that is too long. */
function spelled(context: OperationContext, get: RequestTemplate, isRoot: boolean): readonly (Case | undefined)[] {
  const { scope, operation } = context;
  const reading = siblings(context).find((o) => o.method === 'GET');
  if (reading === undefined) return [];
  const success = successOf(scope, reading.operation);
  const step = (request: RequestTemplate): Step => ({ name: 'probe', request, success });
  const encoded = operation.path.replace(/[a-z](?![^{]*\})/, (letter) => `%${letter.charCodeAt(0).toString(16)}`);
  return [
    isRoot
      ? undefined
      : context.case(
          ASPECT,
          'path.encoded',
          'a letter of the path is encoded',
          [step({ ...get, path: encoded })],
          [
            context.check(ASPECT, {
              rule: 'path.encoded',
              title: `${encoded} is the same path`,
              params: { step: 'probe', success },
              given: AFTER_CONTROL,
            }),
          ],
        ),
    context.case(
      ASPECT,
      'path.over-long',
      'the target is very long',
      [
        { ...step({ ...get, query: [['plumbline', 'a']] }), name: 'short' },
        step({ ...get, query: [['plumbline', 'a'.repeat(LONG)]] }),
      ],
      [
        context.check(ASPECT, {
          rule: 'path.over-long',
          title: `a target of ${LONG} characters is refused, or served`,
          params: { short: 'short', step: 'probe', success },
          given: AFTER_CONTROL,
        }),
      ],
    ),
  ];
}
