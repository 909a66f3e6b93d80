/** What happens to a record over its life: stored, read back, changed, removed. */
import type { CaseEvidence, Exchange } from '../exchange/model.ts';
import type { Json } from '../load/model.ts';
import { answered, at, finding, inconclusive, isJudgement, jsonBody, judged, sameJson, sentJson, show } from './evidence.ts';
import type { CaseRule, Finding, Judgement } from './model.ts';
import { refusalRule } from './refused.ts';
import { acceptanceRule } from './outcome.ts';

interface ReadBackParams {
  readonly written: string;
  readonly read: string;
  /** Pointers to the record in the request and in the answer of the read. */
  readonly sent: string;
  readonly shown: string;
  /** Members that are not compared: write-only ones, and nested ones read elsewhere. */
  readonly skip: readonly string[];
}

function record(evidence: CaseEvidence, step: string, pointer: string): { readonly exchange: Exchange; readonly value: Json | undefined } | Judgement {
  const found = answered(evidence, step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  return { exchange: found.exchange, value: body.ok ? at(body.value, pointer) : undefined };
}

function judgeReadBack(params: ReadBackParams, evidence: CaseEvidence): Judgement {
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
    if (!sameJson(shown, wanted)) departures.push(finding(read.exchange, `body#${params.shown}/${name}`, show(wanted), show(shown)));
  }
  return judged(departures);
}

interface ListedParams {
  readonly created: string;
  readonly list: string;
  readonly uidSent: string;
  readonly records: string;
  /** Pointer, below a record of the list, to its uid. */
  readonly uid: string;
  readonly wanted: boolean;
}

export function judgeListed(params: ListedParams, evidence: CaseEvidence): Judgement {
  const created = record(evidence, params.created, params.uidSent);
  if (isJudgement(created)) return created;
  const list = record(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const records = Array.isArray(list.value) ? (list.value as readonly Json[]) : undefined;
  if (records === undefined) return judged([finding(list.exchange, `body#${params.records}`, 'an array of records', show(list.value))]);
  const present = records.some((r) => sameJson(at(r, params.uid), created.value));
  if (present === params.wanted) return judged([]);
  return judged([
    finding(
      list.exchange,
      `body#${params.records}`,
      `${params.wanted ? 'the' : 'no'} record ${show(created.value)}`,
      params.wanted ? `not among ${records.length} records` : 'still listed',
    ),
  ]);
}

interface OnlyNamedParams {
  readonly before: string;
  readonly after: string;
  readonly update: string;
  readonly shown: string;
  readonly sent: string;
  /** Members that are written and never shown. */
  readonly skip?: readonly string[];
}

export function judgeOnlyNamed(params: OnlyNamedParams, evidence: CaseEvidence): Judgement {
  const before = record(evidence, params.before, params.shown);
  if (isJudgement(before)) return before;
  const after = record(evidence, params.after, params.shown);
  if (isJudgement(after)) return after;
  const update = evidence[params.update]?.[0];
  const sent = update === undefined ? undefined : at(sentJson(update), params.sent);
  if (typeof sent !== 'object' || sent === null || typeof before.value !== 'object' || before.value === null) {
    return inconclusive('the record before the change is not on record');
  }
  const wanted: Record<string, Json> = { ...(before.value as Readonly<Record<string, Json>>) };
  for (const [name, value] of Object.entries(sent)) {
    if (params.skip?.includes(name) === true) continue;
    if (value === null) delete wanted[name];
    else wanted[name] = value;
  }
  const shown = (typeof after.value === 'object' && after.value !== null ? after.value : {}) as Readonly<Record<string, Json>>;
  const names = [...new Set([...Object.keys(wanted), ...Object.keys(shown)])].sort();
  return judged(
    names.filter((name) => !sameJson(wanted[name], shown[name])).map((name) => finding(after.exchange, `body#${params.shown}/${name}`, show(wanted[name]), show(shown[name]))),
  );
}

interface EchoParams {
  readonly step: string;
  readonly member: string;
}

/** Every item of the answer carries the correlation id of the item it answers, in the same order. */
function judgeEcho(params: EchoParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const list = (value: Json | undefined): readonly (Json | undefined)[] =>
    (Array.isArray(value) ? (value as readonly Json[]) : [value]).map((item) => at(item, `/${params.member}`));
  const sent = list(sentJson(found.exchange));
  const shown = list(body.ok ? body.value : undefined);
  if (sameJson(sent as readonly Json[], shown as readonly Json[])) return judged([]);
  return judged([finding(found.exchange, `body ${params.member}`, show(sent as readonly Json[]), JSON.stringify(shown.map((s) => s ?? null)))]);
}

interface IndependentParams {
  readonly step: string;
  readonly flag: string;
  readonly wanted: readonly boolean[];
}

function judgeIndependent(params: IndependentParams, evidence: CaseEvidence): Judgement {
  const found = answered(evidence, params.step);
  if (isJudgement(found)) return found;
  const body = jsonBody(found.response);
  const items = body.ok && Array.isArray(body.value) ? (body.value as readonly Json[]) : [];
  const shown = items.map((item) => at(item, params.flag) === true);
  if (sameJson(shown, params.wanted)) return judged([]);
  return judged([finding(found.exchange, `body ${params.flag}`, JSON.stringify(params.wanted), `status ${found.response.status}, ${JSON.stringify(shown)}`)]);
}

interface EmptiesParams {
  readonly read: string;
  readonly members: readonly string[];
  readonly shown: string;
}

function judgeEmpties(params: EmptiesParams, evidence: CaseEvidence): Judgement {
  const read = record(evidence, params.read, params.shown);
  if (isJudgement(read)) return read;
  return judged(
    params.members.flatMap((name) => {
      const value = at(read.value, `/${name}`);
      return Array.isArray(value) && value.length === 0 ? [] : [finding(read.exchange, `body#${params.shown}/${name}`, '[]', show(value))];
    }),
  );
}

interface TraceParams {
  readonly list: string;
  readonly records: string;
  readonly count: number;
}

function judgeNoTrace(params: TraceParams, evidence: CaseEvidence): Judgement {
  const list = record(evidence, params.list, params.records);
  if (isJudgement(list)) return list;
  const count = Array.isArray(list.value) ? list.value.length : undefined;
  return judged(
    count === params.count ? [] : [finding(list.exchange, `body#${params.records}`, `${params.count} records`, count === undefined ? show(list.value) : `${count} records`)],
  );
}

const params = (required: Readonly<Record<string, object>>): object => ({ type: 'object', required: Object.keys(required), properties: required, additionalProperties: false });
const text = { type: 'string' } as const;
const texts = { type: 'array', items: text } as const;

export const LISTED_PARAMS = params({ created: text, list: text, uidSent: text, records: text, uid: text, wanted: { type: 'boolean' } });
const onlyNamed = { before: text, after: text, update: text, shown: text, sent: text };
export const ONLY_NAMED_PARAMS = { ...params(onlyNamed), properties: { ...onlyNamed, skip: texts } };

export const lifecycleRules = [
  {
    id: 'lifecycle.read-back',
    kind: 'case',
    title: 'What was stored is read back as it was sent',
    explain: 'A record is created with every member and read at once. A member that is missing or differs was lost or changed on the way.',
    covers: ['E12'],
    params: params({ written: text, read: text, sent: text, shown: text, skip: texts }),
    judge: judgeReadBack as CaseRule['judge'],
  },
  {
    id: 'lifecycle.listed',
    kind: 'case',
    title: 'A new record is listed',
    explain: 'A record that was just created must be in the list of its kind.',
    covers: ['E12'],
    params: LISTED_PARAMS,
    judge: judgeListed as CaseRule['judge'],
  },
  {
    id: 'lifecycle.not-listed',
    kind: 'case',
    title: 'A deleted record is no longer listed',
    explain: 'A record that was deleted must not be in the list of its kind.',
    covers: ['E06'],
    params: LISTED_PARAMS,
    judge: judgeListed as CaseRule['judge'],
  },
  {
    id: 'lifecycle.update-only-named',
    kind: 'case',
    title: 'An update changes what it names and nothing else',
    explain: 'The record is read before and after a PATCH of one member. Any other difference is a member that the service cleared, defaulted or recomputed.',
    covers: ['E08'],
    params: ONLY_NAMED_PARAMS,
    judge: judgeOnlyNamed as CaseRule['judge'],
  },
  {
    id: 'lifecycle.update-clear',
    kind: 'case',
    title: 'An update with null clears an optional member',
    explain: 'Null in a PATCH removes an optional member; the others stay.',
    covers: ['E08'],
    params: ONLY_NAMED_PARAMS,
    judge: judgeOnlyNamed as CaseRule['judge'],
  },
  refusalRule({
    id: 'lifecycle.gone',
    title: 'A deleted record cannot be read',
    explain: 'After a successful DELETE the record must not be found.',
    covers: ['E06'],
  }),
  refusalRule({
    id: 'lifecycle.delete-again',
    title: 'A second delete finds nothing',
    explain: 'The first DELETE succeeded, so the second has nothing to remove.',
    covers: ['E05'],
  }),
  acceptanceRule({
    id: 'lifecycle.empty-again',
    title: 'Emptying what is empty succeeds',
    explain: 'Removing the parts of a record a second time changes nothing and is no fault.',
    covers: ['E05'],
  }),
  refusalRule({
    id: 'lifecycle.unknown-id',
    title: 'An unknown id is not found',
    explain: 'An id that was never given out must be answered as not found, in the declared error shape.',
    covers: ['B08'],
  }),
  refusalRule({
    id: 'lifecycle.malformed-id',
    title: 'A malformed id is not found',
    explain: 'An id that cannot exist must be refused as the contract says, and never cause a server error.',
    covers: ['B08'],
  }),
  refusalRule({
    id: 'lifecycle.wrong-parent',
    title: 'A record is not reachable through another parent',
    explain: 'The record exists, but under another parent. Finding it here means that the parent in the path is not checked.',
    covers: ['E13'],
  }),
  refusalRule({
    id: 'lifecycle.other-party',
    title: "Another organisation's record is not found",
    explain: 'The record exists, but belongs to another organisation. Showing or changing it is a leak.',
    covers: ['G12', 'G11'],
  }),
  refusalRule({
    id: 'lifecycle.referred-to',
    title: 'A record that others refer to cannot be deleted',
    explain: 'Deleting it would leave records that point to nothing.',
    covers: [],
  }),
  {
    id: 'lifecycle.correlation-echoed',
    kind: 'case',
    title: 'Each answer carries the correlation id of its request',
    explain: 'Clients match answers to the items they sent by this id.',
    covers: ['A25'],
    params: params({ step: text, member: text }),
    judge: judgeEcho as CaseRule['judge'],
  },
  {
    id: 'lifecycle.batch-order',
    kind: 'case',
    title: 'A batch is answered item by item, in order',
    explain: 'Several items are sent in one request; each must be answered in its place.',
    covers: [],
    params: params({ step: text, member: text }),
    judge: judgeEcho as CaseRule['judge'],
  },
  {
    id: 'lifecycle.batch-independent',
    kind: 'case',
    title: 'One faulty item does not stop the others',
    explain: 'A batch with one faulty item between two good ones is sent: the good ones are stored, the faulty one is refused.',
    covers: ['E07'],
    params: params({ step: text, flag: text, wanted: { type: 'array', items: { type: 'boolean' } } }),
    judge: judgeIndependent as CaseRule['judge'],
  },
  {
    id: 'lifecycle.empties',
    kind: 'case',
    title: 'The parts are removed and the record stays',
    explain: 'After the removal the record is read: it must still be there, with nothing in the parts that were removed.',
    covers: ['E06'],
    params: params({ read: text, members: texts, shown: text }),
    judge: judgeEmpties as CaseRule['judge'],
  },
  {
    id: 'input.no-trace',
    kind: 'case',
    title: 'A refused write leaves no trace',
    explain: 'A faulty record is sent to a place where nothing else is written, and the place is listed afterwards.',
    covers: ['E07'],
    params: params({ list: text, records: text, count: { type: 'integer' } }),
    judge: judgeNoTrace as CaseRule['judge'],
  },
] as const satisfies readonly CaseRule[];
