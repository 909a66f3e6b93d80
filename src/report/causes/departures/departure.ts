/** What a failing check found, as data that can be compared with what others found. */
import { maybe } from '../../../record/defined.ts';
import { essenceOf } from '../../../record/body.ts';
import { fits } from '../../../record/rule-pattern.ts';
import { KEYED_BY, LAYER_OF, LAYERS, UNUSUAL, type Layer } from './cause-table.ts';
import { topicOf, type CauseTopic } from './cause-topics.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { endOf, isBrokenOff, statusIn } from '../exchanges/ends.ts';
import { isHeader, membersIn } from './finding-place.ts';
import { dueIn, shownIn } from './finding-value.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { CauseKind, Finding, Report, ReportCheck } from '../../model.ts';
import { otherVersionOf } from './other-version.ts';

export type JudgedReport = Pick<Report, 'checks' | 'rules'> & {
  readonly run?: Pick<Report['run'], 'flags' | 'newMembers' | 'others'>;
};

export interface Departure {
  readonly index: number;
  readonly check: ReportCheck;
  readonly kind: CauseKind;
  readonly layer: Layer;
  /** Departures of one key are one habit, wherever they are. */
  readonly key: string;
  /** Of a habit that has a sentence of its own: which. */
  readonly habit?: HabitSentence;
  /** What was done with the request. */
  readonly did?: 'accepted' | 'refused-otherwise' | 'refused-good' | 'form' | undefined;
  /** The rule that says what was tried: of a form, the one whose request it is of. */
  readonly base: string;
  /** Of a breakdown: at a request that need not be taken, or that a service need not have met before. */
  readonly isOdd?: boolean;
  /** Of a good update that is refused: an earlier one of the same record was refused, rightly or not. */
  readonly isAfterRefused?: true;
  /** How the answer ended, or the version that a service says it is of. */
  readonly was?: string | undefined;
  /** The first of the statuses that would have been right. */
  readonly due?: readonly number[];
  /** The findings that it rests on. */
  readonly sights: readonly Sight[];
  /** Where it is of answers that come by turns. */
  readonly turns?: Turns;
}

/** Answers of one end, on these operations, to requests that are served at other times. */
export interface Turns {
  readonly end: string;
  readonly operations: readonly string[];
  /** `records`: always the same ones, and not others. */
  readonly by: 'calls' | 'records';
  /** One of so many. */
  readonly oneIn: number;
  /** `where participant_id is sent`: what all have that can end so, where others are always served. */
  readonly where?: string | undefined;
  /** What was sent and all of the refusals name. */
  readonly member?: string;
  /** What is refused, whichever operation it is sent to, where it is taken at other times. */
  readonly unknown?: readonly string[];
  /** Of these: whether answers lack them too, where others show them. */
  readonly isShownToo?: boolean;
  /** What all of them say. */
  readonly said?: string;
  /** Of changes that seem to be lost: later reads have some of them, so that they are shown late. */
  readonly isLate?: true;
  /** It is no matter of turns: each came right after what was refused, and hardly anything that was served did. */
  readonly isAfterRefusal: boolean;
  /** On so many operations that it is no matter of what is called. */
  readonly isEverywhere?: true;
  /** Of callers that are locked out. */
  readonly lock?: LockOut;
}

/** Refused whatever it brings, after so many refusals or fewer: in a row, or in all where nothing is served any more. */
export interface LockOut {
  readonly after: number;
  readonly lasts: boolean;
}

/** Accepts all, or all of a topic; refuses with success, or all with one status; leaves a member out where it is empty, or members where they are 0 or false; what a reading says, which may have looked for all that follows. */
export type HabitSentence =
  | { readonly of: 'all' }
  | { readonly of: 'error in success' }
  | { readonly of: 'one status' }
  | { readonly of: 'topic'; readonly topic: CauseTopic }
  | { readonly of: 'empty'; readonly member: string }
  | { readonly of: 'zero' }
  | { readonly of: 'reading'; readonly says: string; readonly isWhole?: true };

/** Where one finding was seen. */
export interface Sight {
  readonly finding: Finding;
  readonly exchange: string;
  readonly case: string;
  /** `<service>@<spec> <operation> <status>`: answers that are alike. */
  readonly like: string;
  readonly operation: string;
  readonly status: number | undefined;
  /** The body that came. */
  readonly said: string;
}

/** Of a check that lists so many findings there may be more. */
export const MOST_LISTED = 20;

export function sightOf(check: ReportCheck, finding: Finding, exchanges: ExchangeIndex): Sight {
  const version = `${check.service}@${check.spec}`;
  const exchange = exchanges.get(`${version} ${finding.evidence}`);
  const operation =
    (exchange === undefined ? undefined : exchanges.operationOf(exchange)) ?? `${check.endpoint}/${check.operation}`;
  // Of an exchange that nobody names nothing is known, but for the check that met it.
  const id = finding.evidence === '' ? `${check.id}#` : finding.evidence;
  const end = endOf(exchange) ?? maybe(finding.got, String) ?? '';
  return {
    finding,
    exchange: `${version} ${id}`,
    case: `${version} ${id.split('#')[0] ?? ''}`,
    like: `${version} ${operation} ${end}`,
    operation: `${version} ${operation}`,
    status: statusIn(end),
    said: exchange?.response?.body ?? '',
  };
}

/** One for each kind of departure among all answers of an operation; what a check tried by itself found one. */
export function departuresOf(
  check: ReportCheck,
  index: number,
  report: JudgedReport,
  exchanges: ExchangeIndex,
): readonly Departure[] {
  const whole = departureOf(check, index, report, exchanges);
  if (!fits(['http.*'], whole.base) || check.findings.length < 2 || whole.kind === 'version') return [whole];
  const alone = check.findings.map((finding) =>
    departureOf({ ...check, findings: [finding] }, index, report, exchanges),
  );
  // What else a rule sees in an answer is one matter: only in which form a value comes says more.
  const kinds = groupBy(alone, ({ kind, layer, key }) => `${kind} ${layer} ${layer === 'shape' ? key : ''}`);
  return kinds.size < 2 ? [whole] : [...kinds.values()].map((own) => joined(own));
}

/** Departures of one check that are one. */
function joined(own: readonly Departure[]): Departure {
  const [first] = own;
  if (first === undefined) throw new Error('no departure to join');
  const findings = own.flatMap(({ check }) => check.findings);
  return { ...first, check: { ...first.check, findings }, sights: own.flatMap(({ sights }) => sights) };
}

function departureOf(check: ReportCheck, index: number, report: JudgedReport, exchanges: ExchangeIndex): Departure {
  const sights = check.findings.map((finding) => sightOf(check, finding, exchanges));
  const base = baseOf(check);
  const plain = { index, check, base, sights };
  const version = otherVersionOf(report, check) ?? versionOf(check);
  if (version !== undefined)
    return { ...plain, kind: 'version', layer: 'version', key: `version ${version}`, was: version };
  const broken = sights.map((sight) => brokenBy(sight, exchanges)).find((found) => found !== undefined);
  if (broken !== undefined) {
    const layer = ['attendant', 'apart'].includes(layerOf(check))
      ? 'attendant'
      : isBrokenOff(broken)
        ? 'connection'
        : 'breakdown';
    const odd = isOdd(base, report);
    return {
      ...plain,
      kind: 'breakdown',
      layer,
      key: `${broken} ${odd ? 'odd' : 'good'}`,
      isOdd: odd,
      was: broken,
    };
  }
  // Such an answer may have been followed by one that served, when it was asked again.
  if (isThrottled(sights) || fits(['http.not-throttled'], check.rule))
    return {
      ...plain,
      kind: 'throttled',
      layer: fits(['burst.*', 'http.not-throttled'], check.rule) ? 'apart' : 'breakdown',
      key: 'throttled',
      was: '429',
    };
  const finding = check.findings[0];
  if (finding === undefined) return { ...plain, kind: 'finding', layer: 'value', key: check.rule };
  const layer = layerOf(check);
  if (finding.where === 'status' && layer !== 'attendant')
    return { ...plain, kind: 'finding', layer: 'status', ...byStatus(check, base, finding, report) };
  if (layer === 'attendant') {
    const was = maybe(finding.got, String);
    return { ...plain, kind: 'finding', layer, key: `${check.rule} ${was ?? ''}`, was };
  }
  // Whoever looks for records in what is no list meets the same departure of shape.
  if (finding.kind === 'no-list' && membersIn(finding.where).length > 0)
    return { ...plain, kind: 'finding', layer: 'shape', key: 'shape no-list' };
  if (layer === 'shape' || layer === 'media')
    return { ...plain, kind: 'finding', layer, key: `${layer} ${formOf(check, finding, sights, exchanges)}` };
  return { ...plain, kind: 'finding', layer, key: keyOfRule(check, base, finding) };
}

function byStatus(
  check: ReportCheck,
  base: string,
  finding: Finding,
  report: JudgedReport,
): Pick<Departure, 'key' | 'habit' | 'did' | 'was' | 'due'> {
  const awaits = report.rules[base]?.awaits;
  const { got } = finding;
  const was = got === undefined ? '' : String(got);
  const said = { was, due: dueIn(finding) };
  const isRefusal = classOf(got) === 4;
  if (check.rule === 'outcome.success-form') return { key: `success ${was}`, did: 'form', ...said };
  if (check.rule === 'outcome.form' || (awaits === 'refusal' && isRefusal))
    return { key: `refused with ${was}`, did: 'refused-otherwise', ...said };
  if (awaits === 'refusal') {
    const topic = topicOf(base);
    return topic === undefined
      ? { key: `accepted ${base}${declaredKey(check)}`, did: 'accepted', ...said }
      : { key: `accepted ${topic.topic}`, habit: { of: 'topic', topic }, did: 'accepted', ...said };
  }
  if (check.rule === 'outcome.accepted' || check.rule === 'coverage.exercised')
    return { key: `refused good ${was}`, did: 'refused-good', ...said };
  if (awaits === 'acceptance') return { key: `refused good ${base} ${was}`, did: 'refused-good', ...said };
  return { key: `${check.rule} ${was}`, ...said };
}

function keyOfRule(check: ReportCheck, base: string, { where, kind }: Finding): string {
  // A refusal's form, beside its status: what of an error is not as declared, wherever an envelope has it.
  if (check.rule === 'outcome.form') return `form ${membersIn(where).at(-1) ?? ''} ${kind ?? ''}`;
  const by = isHeader(where) ? 'place' : KEYED_BY.find(([pattern]) => fits([pattern], check.rule))?.[1];
  if (by === 'place') return `${check.rule} ${where}`;
  if (by === 'kind') return `${check.rule} ${kind ?? ''}`;
  if (by === 'place and kind') return `${check.rule} ${where.replace(/\/\d+(?=\/|$)/g, '/*')} ${kind ?? ''}`;
  const own = declaredKey(check);
  return own === '' ? base : `declared${own}`;
}

/** A declared case has a sentence of its own, and its rule only says how it is judged. */
function declaredKey({ declared, aspect }: ReportCheck): string {
  return declared === true ? ` ${aspect}` : '';
}

/** What of a shape is wrong, whatever the members are called. */
function formOf(check: ReportCheck, finding: Finding, sights: readonly Sight[], exchanges: ExchangeIndex): string {
  const exchange = exchanges.get(sights[0]?.exchange ?? '');
  const type = exchange?.response === undefined ? '' : essenceOf(exchange.response);
  if (check.rule === 'http.media-type') return type;
  const isOfErrors = sights.every(({ status }) => (status ?? 200) >= 400);
  return isOfErrors ? `of errors ${exchange?.response?.body === '' ? 'empty' : type}` : shapeWord(finding);
}

/** In a word, in which way a value departs from a schema. */
export function shapeWord({ kind, keyword, asked, came }: Finding): string {
  if (kind === 'absent' || kind === 'added') return 'members';
  if (kind !== 'schema') return kind ?? '';
  if (came === 'null') return 'null';
  // Whoever looks for records in it says so in a word of its own.
  if (keyword === 'type' && asked === 'array') return 'no-list';
  if (isNumberType(asked) && came === 'string') return 'numbers as texts';
  return asked === undefined ? (keyword ?? '') : `${keyword ?? ''} ${asked}`;
}

function isNumberType(name: string | undefined): boolean {
  return name === 'integer' || name === 'number';
}

/** Which rule's request it is: of a form that of the answer itself. */
export function baseOf({ formOf, rule }: Pick<ReportCheck, 'formOf' | 'rule'>): string {
  return formOf ?? rule;
}

function layerOf({ rule }: ReportCheck): Layer {
  return LAYER_OF.find(([pattern]) => fits([pattern], rule))?.[1] ?? 'value';
}

export function rankOf(layer: Layer): number {
  return LAYERS.indexOf(layer);
}

/** A version that a service gives for its own, and that is another. */
function versionOf(check: ReportCheck): string | undefined {
  if (check.rule !== 'definition.version') return undefined;
  const shown = maybe(check.findings[0], shownIn);
  return typeof shown === 'string' && /^\d+(?:\.\d+)+$/.test(shown) ? shown : undefined;
}

function brokenBy({ exchange, finding, status }: Sight, exchanges: ExchangeIndex): string | undefined {
  const end = endOf(exchanges.get(exchange));
  if (end !== undefined && isBrokenOff(end)) return end;
  const was = status ?? finding.got ?? 0;
  // A method that a server has nowhere is answered 501 (RFC 9110 §15.6.2): what is wrong with such an answer is no breakdown.
  const isWord = was === 501 && finding.where !== 'status';
  return was >= 500 && !isWord ? String(was) : undefined;
}

function isThrottled(sights: readonly Sight[]): boolean {
  return sights.length > 0 && sights.every(({ status }) => status === 429);
}

/** Whether its request is one that a service refuses, or that it need not have met before. */
export function isOdd(rule: string, { rules }: Pick<JudgedReport, 'rules'>): boolean {
  return rules[rule]?.awaits === 'refusal' || fits(UNUSUAL, rule);
}

/** `4` of 404. */
export function classOf(status: number | undefined): number {
  return Math.floor((status ?? 0) / 100);
}

/** Takes out what differs from one exchange to the next and says nothing of the cause. An HTTP status has three digits and stays. */
export function blank(text: string): string {
  return text
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '·')
    .replace(/\b(?=[a-z0-9]*\d)[a-z0-9]{12,}\b/gi, '·')
    .replace(/\d{4}-\d{2}-\d{2}(?:T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})?)?/g, '·')
    .replace(/\d+/g, (digits) => (digits.length > 3 ? '·' : digits));
}
