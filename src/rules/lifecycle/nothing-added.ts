import type { Json } from '../../record/json.ts';
import { at } from '../../record/pointer.ts';
import { show } from '../../record/json.ts';
import { jsonBody, sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { answered, finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Judgement } from '../model.ts';
import { object, POINTER, STEP, TEXTS, type ParamsOf } from '../params.ts';

const PARAMS = object(
  {
    written: STEP,
    read: STEP,
    sent: POINTER,
    shown: POINTER,
    /** Members that the service sets itself. */
    own: TEXTS,
  },
  {
    /** Of which null is a value, which says that there is none as absence does. */
    nullable: TEXTS,
    /** Those that are judged, where answers may have others. */
    known: TEXTS,
  },
);

function isEmpty(value: Json | undefined): boolean {
  return Array.isArray(value) && value.length === 0;
}

function judge(params: ParamsOf<typeof PARAMS>, evidence: CaseEvidence): Judgement {
  const written = evidence[params.written]?.[0];
  const read = answered(evidence, params.read);
  if (isJudgement(read)) return read;
  const sent = written === undefined ? undefined : at(sentJson(written), params.sent);
  if (typeof sent !== 'object' || sent === null) return inconclusive('what was sent is not on record');
  const body = jsonBody(read.response);
  const shown = body.ok ? at(body.value, params.shown) : undefined;
  if (typeof shown !== 'object' || shown === null) return inconclusive('the record is not in the answer');
  // An empty list says that there is nothing, as well as its absence does.
  const added = Object.entries(shown).filter(
    ([name, value]) =>
      !Object.hasOwn(sent, name) &&
      !params.own.includes(name) &&
      params.known?.includes(name) !== false &&
      !isEmpty(value as Json) &&
      !(value === null && params.nullable?.includes(name) === true),
  );
  return judged(
    added.map(([name, value]) =>
      finding(read.exchange, `body#${params.shown}/${name}`, 'absent, since nobody gave it', show(value as Json), {
        kind: 'added',
      }),
    ),
  );
}

export const nothingAdded = caseRule(
  {
    id: 'lifecycle.nothing-added',
    title: 'What nobody gave is not shown',
    fails: 'shows a value that nobody gave: {where} is {actual}',
    explain:
      'A record is created with its required members alone and read. An optional member that has a value all the same was made up: a default that nobody reported is taken for a report.',
    covers: ['E12'],
  },
  PARAMS,
  judge,
);
