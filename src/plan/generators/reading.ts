/** What a read or list must not be put off by. */
import type { OperationContext } from '../context.ts';
import type { Case, Group, RequestTemplate, Step } from '../model.ts';
import type { Scope } from '../scope.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { pathParameters } from '../templates.ts';
import { AFTER_CONTROL, controlStep, probeCase } from './negative.ts';

const ASPECT = 'negotiation';
/** A name that is reserved, so that it is nobody's. */
const ORIGIN = 'https://page.plumbline.invalid';

export function reading(context: OperationContext): Group | undefined {
  const { scope, endpoint, operation } = context;
  if (operation.kind !== 'read' && operation.kind !== 'list') return undefined;
  const fixtures = new Fixtures(scope);
  const control = controlStep(context, fixtures);
  const good = controlRequest(scope, endpoint, operation, fixtures);
  const headers = (more: RequestTemplate['headers']): RequestTemplate => ({
    ...good,
    headers: { ...good.headers, ...more },
  });
  const last = pathParameters(operation.path).at(-1);
  return context.group(
    ASPECT,
    [...fixtures.steps, control],
    [
      probeCase(context, ASPECT, {
        rule: 'query.ignored',
        title: 'unknown query parameters are sent, one of them twice',
        request: {
          ...good,
          query: [
            ['plumbline', '1'],
            ['plumbline', '2'],
            ['plumbline[]', ''],
            ['plumbline_empty', ''],
          ],
        },
      }),
      probeCase(context, ASPECT, {
        rule: 'media.quality-zero',
        title: 'JSON is accepted with the quality 0',
        request: headers({ accept: 'application/json;q=0' }),
        refusal: 'not-acceptable',
      }),
      ...(namesAccept(scope)
        ? []
        : [
            probeCase(context, ASPECT, {
              rule: 'media.accept-absent',
              title: 'nothing is said of what is accepted',
              request: headers({ accept: null }),
              via: 'undici',
            }),
          ]),
      inParts(context, good, headers({ range: 'plumbline=0-1' })),
      probeCase(context, ASPECT, {
        rule: 'media.condition-date',
        title: 'If-Modified-Since holds no date',
        request: headers({ 'if-modified-since': 'yesterday' }),
      }),
      ...(last === undefined
        ? []
        : [conditional(context, { ...good, parameters: { ...good.parameters, [last]: '999999999' } })]),
      ...(operation.kind === 'read'
        ? [fromElsewhere(context, headers({ origin: ORIGIN })), withContent(context, good)]
        : []),
    ],
  );
}

function fromElsewhere(context: OperationContext, request: RequestTemplate): Case | undefined {
  return context.case(
    ASPECT,
    'media.origin-not-reflected',
    'a page of an unknown site asks',
    [{ name: 'probe', operation: context.path, request, success: context.success }],
    [
      context.check(ASPECT, {
        rule: 'media.origin-not-reflected',
        title: `${ORIGIN} is not allowed credentials`,
        params: { step: 'probe', origin: ORIGIN },
        given: AFTER_CONTROL,
      }),
    ],
  );
}

function withContent(context: OperationContext, good: RequestTemplate): Case | undefined {
  const plain: Step = { name: 'plain', operation: context.path, request: good, success: context.success };
  const steady: Step = { ...plain, name: 'steady' };
  const probe: Step = {
    ...plain,
    name: 'probe',
    request: { ...good, body: { kind: 'json', value: { plumbline: 'x' } } },
    via: 'undici',
  };
  return context.case(
    ASPECT,
    'method.get-content',
    'the GET has content',
    [plain, steady, probe],
    [
      context.check(ASPECT, {
        rule: 'method.get-content',
        title: 'the content of the GET changes nothing',
        params: { plain: 'plain', steady: 'steady', probe: 'probe' },
        given: [...AFTER_CONTROL, { step: 'plain', is: 'success' }],
      }),
    ],
  );
}

function inParts(context: OperationContext, good: RequestTemplate, request: RequestTemplate): Case | undefined {
  const probe: Step = { name: 'probe', operation: context.path, request, success: context.success };
  return context.case(
    ASPECT,
    'media.range-unit',
    'a part is asked for in an unknown unit',
    [probe, { ...probe, name: 'after', request: good }],
    [
      context.check(ASPECT, {
        rule: 'media.range-unit',
        title: 'a part is asked for in an unknown unit',
        params: { step: 'probe', after: 'after', success: context.success },
        given: AFTER_CONTROL,
      }),
    ],
  );
}

/** What nobody has, without a condition and with one. */
function conditional(context: OperationContext, plain: RequestTemplate): Case | undefined {
  const step = (name: string, request: RequestTemplate): Step => ({
    name,
    operation: context.path,
    request,
    success: context.success,
  });
  return context.case(
    ASPECT,
    'media.condition-refused',
    'what nobody has is asked for with a condition',
    [step('plain', plain), step('probe', { ...plain, headers: { ...plain.headers, 'if-none-match': '*' } })],
    [
      context.check(ASPECT, {
        rule: 'media.condition-refused',
        title: 'what nobody has is asked for with a condition',
        params: { plain: 'plain', probe: 'probe' },
        given: AFTER_CONTROL,
      }),
    ],
  );
}

/** Whether the contract names what is to be accepted: then a service may rightly want to be asked for it by name. */
export function namesAccept(scope: Scope): boolean {
  return Object.keys(scope.contracts.headers).some((name) => name.toLowerCase() === 'accept');
}
