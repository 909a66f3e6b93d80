import { at } from '../../record/pointer.ts';
import { sameJson, show } from '../../record/json.ts';
import { sentJson } from '../../record/body.ts';
import type { CaseEvidence } from '../../record/exchange.ts';
import { caseRule } from '../case-rule.ts';
import { finding, inconclusive, isJudgement, judged } from '../evidence.ts';
import type { Finding, Judgement } from '../model.ts';
import { record } from './record.ts';

interface ReadBackParams {
  readonly written: string;
  readonly read: string;
  /** Pointers to the record in the request and in the answer of the read. */
  readonly sent: string;
  readonly shown: string;
  /** Members that are not compared: write-only ones, and nested ones read elsewhere. */
  readonly skip: readonly string[];
}

function judge(params: ReadBackParams, evidence: CaseEvidence): Judgement {
  const written = evidence[params.written]?.[0];
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  const sent = written === undefined ? undefined : at(sentJson(written), params.sent);
  if (typeof sent !== 'object' || sent === null) return inconclusive('what was sent is not on record');
  const departures: Finding[] = [];
  for (const [name, value] of Object.entries(sent)) {
    if (params.skip.includes(name)) continue;
    const shown = at(read.value, `/${name}`);
    const wanted = value === null ? undefined : value;
    if (!sameJson(shown, wanted))
      departures.push(finding(read.exchange, `body#${params.shown}/${name}`, show(wanted), show(shown)));
  }
  return judged(departures);
}

const text = { type: 'string' } as const;

export const readBack = caseRule(
  {
    id: 'lifecycle.read-back',
    title: 'What was stored is read back as it was sent',
    fails: 'reads back something else than was stored: {where} is {actual} instead of {expected}',
    explain:
      'A record is created with every member and read at once. A member that is missing or differs was lost or changed on the way.',
    covers: ['E12'],
  },
  {
    type: 'object',
    required: ['written', 'read', 'sent', 'shown', 'skip'],
    properties: { written: text, read: text, sent: text, shown: text, skip: { type: 'array', items: text } },
    additionalProperties: false,
  },
  judge,
);
