/** What a read or list must not be put off by. */
import type { OperationContext } from '../context.ts';
import type { Case, Group, RequestTemplate, Step } from '../model.ts';
import { Fixtures } from '../fixtures.ts';
import { controlRequest } from '../control.ts';
import { pathParameters } from '../templates.ts';
import { UNKNOWN } from './strangers.ts';
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
  const headers = (more: RequestTemplate['headers']): RequestTemplate => ({ ...good, headers: { ...good.headers, ...more } });
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
      probeCase(context, ASPECT, { rule: 'media.accept-absent', title: 'nothing is said of what is accepted', request: headers({ accept: null }), via: 'undici' }),
      probeCase(context, ASPECT, { rule: 'media.range-unit', title: 'a part is asked for in an unknown unit', request: headers({ range: 'plumbline=0-1' }) }),
      probeCase(context, ASPECT, { rule: 'media.condition-date', title: 'If-Modified-Since holds no date', request: headers({ 'if-modified-since': 'yesterday' }) }),
      ...(last === undefined
        ? []
        : [
            probeCase(context, ASPECT, {
              rule: 'media.condition-refused',
              title: 'what nobody has is asked for with a condition',
              request: { ...headers({ 'if-none-match': '*' }), parameters: { ...good.parameters, [last]: UNKNOWN } },
              refusal: 'not-found',
            }),
          ]),
      ...(operation.kind === 'read' ? [fromElsewhere(context, headers({ origin: ORIGIN })), withContent(context, good)] : []),
    ],
  );
}

function fromElsewhere(context: OperationContext, request: RequestTemplate): Case | undefined {
  return context.case(
    ASPECT,
    'media.origin-not-reflected',
    'a page of an unknown site asks',
    [{ name: 'probe', operation: context.path, request, success: context.success }],
    [context.check(ASPECT, { rule: 'media.origin-not-reflected', title: `${ORIGIN} is not allowed`, params: { step: 'probe', origin: ORIGIN }, given: AFTER_CONTROL })],
  );
}

function withContent(context: OperationContext, good: RequestTemplate): Case | undefined {
  const plain: Step = { name: 'plain', operation: context.path, request: good, success: context.success };
  const probe: Step = { ...plain, name: 'probe', request: { ...good, body: { kind: 'json', value: { plumbline: 'x' } } }, via: 'undici' };
  return context.case(
    ASPECT,
    'method.get-content',
    'the GET has content',
    [plain, probe],
    [
      context.check(ASPECT, {
        rule: 'method.get-content',
        title: 'the content of the GET changes nothing',
        params: { plain: 'plain', probe: 'probe' },
        given: [...AFTER_CONTROL, { step: 'plain', is: 'success' }],
      }),
    ],
  );
}
