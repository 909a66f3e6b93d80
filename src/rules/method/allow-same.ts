import { headerTokens } from '../../record/headers.ts';
import { isSuccessful } from '../../record/success.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, type ParamsOf } from '../params.ts';

const PARAMS = object({
  options: STEP,
  /** What was asked for with a method that the path does not have. */
  probe: STEP,
});

/** A server that knows them everywhere need not list them for one path. */
const EVERYWHERE: readonly string[] = ['OPTIONS', 'TRACE', 'CONNECT'];

/**
 * RFC 9110 §10.2.1: Allow lists what the resource supports, and the server says at each request what that is. So two lists
 * may differ, and nobody demands that they do not; what is listed and then refused is of no use to whoever asked.
 */
function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const options = answered(evidence, params.options);
  if (isJudgement(options)) return options;
  const probe = answered(evidence, params.probe);
  if (isJudgement(probe)) return probe;
  const listed = headerTokens(options.response, 'allow');
  if (!isSuccessful(options.response.status) || listed.length === 0)
    return inapplicable(`OPTIONS lists no methods here: ${options.response.status}`);
  const { status } = probe.response;
  if (status !== 405 && status !== 501) return inapplicable(`no method was refused: ${status}`);
  const { method } = probe.exchange.request;
  const told = headerTokens(probe.response, 'allow');
  const isLike = status === 501 || told.length === 0 || isSame(listed, told);
  const right = isLike ? listed.filter((one) => one !== method) : told;
  return judged(
    isLike && right.length === listed.length
      ? []
      : [finding(options.exchange, 'header allow', right.join(', ') || 'none', listed.join(', '))],
  );
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  const [a, b] = [own(one), own(other)];
  return a.size === b.size && [...a].every((method) => b.has(method));
}

/** Who has GET has HEAD as well, whether that is listed or not. */
function own(methods: readonly string[]): ReadonlySet<string> {
  return new Set(
    methods.filter((method) => !EVERYWHERE.includes(method) && !(method === 'HEAD' && methods.includes('GET'))),
  );
}

export const allowSame = caseRule(
  {
    id: 'method.allow-same',
    title: 'OPTIONS lists what the path has',
    fails: 'lists other methods for OPTIONS than the path has: {actual} instead of {expected}',
    explain:
      'OPTIONS is sent, and then a method that the path does not have, which is refused. The Allow field of OPTIONS does not list it, and lists what that of the refusal does, but for HEAD beside GET. A list that is the same for every path sends clients astray.',
    requirement: 'http.allow-same',
    convention: true,
    covers: ['B05', 'A13'],
  },
  PARAMS,
  judge,
);
