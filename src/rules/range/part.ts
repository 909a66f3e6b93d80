import type { CaseEvidence, RecordedResponse } from '../../record/exchange.ts';
import { header } from '../../record/headers.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inapplicable, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, STEP, TEXT, type ParamsOf } from '../params.ts';

const PARAMS = object({
  /** Steps that asked for all of it before and after, and the one that asked for a part between. */
  whole: STEP,
  again: STEP,
  part: STEP,
  /** Which, as it stands after `bytes=`. */
  asked: TEXT,
});

/** RFC 9110 §14.1.2, with one range: from, to, or so many at the end. */
const ASKED = /^(\d*)-(\d*)$/;
const SAID = /^bytes (\d+)-(\d+)\/(\d+|\*)$/i;

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const [whole, again, part] = [params.whole, params.again, params.part].map((step) => answered(evidence, step));
  for (const one of [whole, again, part]) if (one === undefined || isJudgement(one)) return one ?? judged([]);
  const [before, after, { exchange, response }] = [whole, again, part] as readonly Answered[] as Three;
  if (before.response.status !== 200 || after.response.status !== 200) return inapplicable('the whole does not come');
  if (response.status !== 206) return inapplicable('no part came');
  if (before.response.body !== after.response.body || before.response.bytes !== after.response.bytes)
    return inapplicable('the content changes while it is asked for');
  const length = before.response.bytes;
  const range = rangeOf(params.asked, length);
  if (range === undefined) return inapplicable('the whole is too short to have that part');
  const [from, to] = range;
  const wanted = `bytes ${from}-${to}/${length}`;
  const said = header(response, 'content-range');
  const [, first, last, all] = SAID.exec(said ?? '') ?? [];
  const isSaid = Number(first) === from && Number(last) === to && (all === '*' || Number(all) === length);
  const slice = bytesOf(before.response)?.subarray(from, to + 1);
  const came = bytesOf(response);
  return judged([
    ...(isSaid ? [] : [finding(exchange, 'header content-range', wanted, said)]),
    ...(response.bytes === to - from + 1
      ? slice === undefined || came === undefined || slice.equals(came)
        ? []
        : [finding(exchange, 'body', 'the bytes that the whole has there', 'others')]
      : [finding(exchange, 'body', `${to - from + 1} bytes`, `${response.bytes} bytes`)]),
  ]);
}

type Answered = Exclude<ReturnType<typeof answered>, Judgement>;
type Three = readonly [Answered, Answered, Answered];

/** The first and the last byte that are asked for; undefined where there are none. */
function rangeOf(asked: string, length: number): readonly [number, number] | undefined {
  const [, from = '', to = ''] = ASKED.exec(asked) ?? [];
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(Number(to), length - 1);
  return first > last || (from === '' && to === '') ? undefined : [first, last];
}

/** As they came, where the record has all of them: text that nothing was masked in. */
function bytesOf({ body, bytes, utf8, reduced }: RecordedResponse): Buffer | undefined {
  const all = Buffer.from(body);
  return utf8 === false || reduced !== undefined || all.length !== bytes ? undefined : all;
}

export const part = caseRule(
  {
    id: 'range.part',
    title: 'A 206 has the part that it says, of the content that there is',
    fails: 'brings another part than it says: {where} is {actual} instead of {expected}',
    explain:
      'Whoever joins parts puts each where its Content-Range says. A part that is not what stands there in the whole, or says another place, gives a broken file that nobody notices.',
    requirement: 'http.ranges.part',
    covers: [],
  },
  PARAMS,
  judge,
);
