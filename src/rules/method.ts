/** Methods, paths and media types: what HTTP itself asks for. */
import type { CaseEvidence } from '../exchange/model.ts';
import { answered, finding, header, headerTokens, isJudgement, judged } from './evidence.ts';
import type { CaseRule, Finding, Judgement } from './model.ts';
import { acceptanceRule } from './outcome.ts';
import { refusalRule } from './refused.ts';

/** Fields that a HEAD answer need not repeat: made for the content, or for this one answer. */
const GENERATED = new Set(['content-length', 'transfer-encoding', 'date', 'connection', 'keep-alive', 'vary', 'age', 'etag', 'x-request-id', 'content-encoding']);

function judgeHead(params: { readonly head: string; readonly get: string; readonly again?: string }, evidence: CaseEvidence): Judgement {
  const head = answered(evidence, params.head);
  if (isJudgement(head)) return head;
  const get = answered(evidence, params.get);
  if (isJudgement(get)) return get;
  const departures: Finding[] = [];
  if (head.response.status !== get.response.status) {
    departures.push(finding(head.exchange, 'status', String(get.response.status), String(head.response.status)));
  }
  if (head.response.bytes > 0) departures.push(finding(head.exchange, 'body', 'no content', `${head.response.bytes} bytes`));
  const length = header(head.response, 'content-length');
  const full = header(get.response, 'content-length');
  // A collection that others write to may have changed between the two; a second GET tells.
  const steady = params.again !== undefined && evidence[params.again]?.[0]?.response?.bytes === get.response.bytes;
  if (steady && length !== undefined && full !== undefined && length !== full) departures.push(finding(head.exchange, 'header content-length', full, length));
  for (const name of new Set(get.response.headers.map(([n]) => n))) {
    if (!GENERATED.has(name) && header(head.response, name) === undefined) departures.push(finding(head.exchange, `header ${name}`, 'as for GET', 'absent'));
  }
  return judged(departures);
}

function judgeOptions(params: { readonly step: string; readonly methods: readonly string[] }, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const { exchange, response } = found;
  if (response.status < 200 || response.status > 299) return judged([finding(exchange, 'status', 'a success', String(response.status))]);
  const allow = headerTokens(response, 'allow');
  const lacking = params.methods.filter((m) => !allow.includes(m));
  const extra = allow.filter((m) => !params.methods.includes(m) && m !== 'OPTIONS' && m !== 'HEAD');
  return judged(lacking.length === 0 && extra.length === 0 ? [] : [finding(exchange, 'header allow', params.methods.join(', '), allow.length === 0 ? 'absent' : allow.join(', '))]);
}

function judgeThrottled(params: { readonly step: string }, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  return judged((evidence[params.step] ?? []).filter((e) => e.response?.status === 429).map((e) => finding(e, 'status', 'not 429', '429')));
}

export const methodRules = [
  refusalRule({
    id: 'method.unsupported',
    title: 'A method that the path does not have is refused',
    explain: 'The path exists and the method is not one of its own.',
    covers: ['B01', 'B02', 'B06'],
  }),
  {
    id: 'method.head',
    kind: 'case',
    title: 'HEAD answers as GET does, without content',
    explain: 'Clients and monitors use HEAD to ask about a resource without fetching it.',
    covers: ['B03', 'B04', 'I16'],
    params: {
      type: 'object',
      required: ['head', 'get'],
      properties: { head: { type: 'string' }, get: { type: 'string' }, again: { type: 'string' } },
      additionalProperties: false,
    },
    judge: judgeHead as CaseRule['judge'],
  },
  {
    id: 'method.options',
    kind: 'case',
    title: 'OPTIONS lists the methods of the path',
    explain: 'The Allow field of the answer lists what the contract declares for the path.',
    covers: ['B05', 'I16'],
    params: {
      type: 'object',
      required: ['step', 'methods'],
      properties: { step: { type: 'string' }, methods: { type: 'array', items: { type: 'string' } } },
      additionalProperties: false,
    },
    judge: judgeOptions as CaseRule['judge'],
  },
  refusalRule({ id: 'path.trailing-slash', title: 'A trailing slash is another path', explain: 'The path with a slash at its end is not declared.', covers: ['B09'] }),
  refusalRule({
    id: 'path.case',
    title: 'A path in capitals is another path',
    explain: 'Paths distinguish capitals; a second spelling slips past access rules written for the first.',
    covers: ['B09'],
  }),
  refusalRule({ id: 'path.unknown', title: 'An undeclared neighbour is not found', explain: 'A path beside the declared ones must not answer.', covers: ['B08', 'B12'] }),
  refusalRule({
    id: 'media.unsupported',
    title: 'A body in another media type is refused',
    explain: 'The body is the same, but its declared media type is not JSON.',
    covers: ['C01'],
  }),
  refusalRule({ id: 'media.missing', title: 'A body without a media type is refused', explain: 'The body has no Content-Type.', covers: ['C03'] }),
  refusalRule({
    id: 'media.unknown-encoding',
    title: 'A body in an unknown coding is refused',
    explain: 'The Content-Encoding names a coding that nobody knows.',
    covers: ['C07'],
  }),
  acceptanceRule({
    id: 'media.case',
    title: 'The media type is compared without regard to case',
    explain: '`Application/JSON; charset=UTF-8` is the same media type as `application/json`.',
    covers: ['C04'],
  }),
  acceptanceRule({ id: 'media.accept-any', title: 'Any Accept that allows JSON is served', explain: '`*/*` and `application/*` allow JSON.', covers: ['C06'] }),
  refusalRule({
    id: 'media.not-acceptable',
    title: 'An Accept without JSON is refused',
    explain: 'The client accepts only a type that the service does not have.',
    covers: ['C05'],
  }),
  {
    id: 'burst.not-throttled',
    kind: 'case',
    title: 'A burst of calls is not throttled',
    explain: 'The plan has no limits, so many calls at once must all be served.',
    covers: ['K07'],
    params: { type: 'object', required: ['step'], properties: { step: { type: 'string' } }, additionalProperties: false },
    judge: judgeThrottled as CaseRule['judge'],
  },
] as const satisfies readonly CaseRule[];
