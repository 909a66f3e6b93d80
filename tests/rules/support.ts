/** Exchanges and operations for the tests of rules: everything usual, and only what a test is about written out. */
import type { FailureKind } from '../../src/model/failure.ts';
import type { OtherPageLink } from '../../src/model/paging/model.ts';
import type { CaseEvidence, Exchange, RecordedResponse, RejectedToken } from '../../src/model/exchange.ts';
import type { HeaderList } from '../../src/model/headers.ts';
import type { Json, ResolvedOperation } from '../../src/plan/model.ts';
import type { Judgement } from '../../src/rules/model.ts';
import { findRule } from '../../src/rules/registry.ts';
import type { RuleId } from '../../src/rules/ids.ts';

export interface Sketch {
  readonly step?: string;
  readonly method?: string;
  readonly path?: string;
  /** Over TLS. */
  readonly secure?: boolean;
  /** What was sent: JSON, or a text as it is. */
  readonly sent?: Json;
  readonly status?: number;
  /** Merged over the usual ones; null removes one. A list gives a name several times. */
  readonly headers?: Readonly<Record<string, string | readonly string[] | null>>;
  /** JSON of the answer. */
  readonly body?: Json;
  /** Text of the answer as it is, in place of `body`. */
  readonly text?: string;
  /** Digests of the bytes of the answer. */
  readonly digests?: NonNullable<Exchange['response']>['digests'];
  /** What a JWT in the answer says. */
  readonly decoded?: Json;
  /** What the assertion in the request says. */
  readonly asserted?: Json;
  /** No answer at all. */
  readonly failure?: FailureKind;
  readonly n?: number;
  /** It was under way together with others. */
  readonly together?: true;
  /** The page that was asked for when a walk had ended. */
  readonly onward?: OtherPageLink;
  /** It was sent before, and its token refused, which was taken until then. */
  readonly refused?: RejectedToken;
}

export const DATE = 'Tue, 10 Mar 2026 01:00:00 GMT';

const UNAUTHORISED: RecordedResponse = {
  status: 401,
  headers: [
    ['date', DATE],
    ['www-authenticate', 'Bearer realm="library", error="invalid_token"'],
  ],
  body: '',
  bytes: 0,
};

/** One exchange: a GET that was answered 200 with an empty object, but for what the sketch says. */
export function exchange(sketch: Sketch = {}): Exchange {
  const step = sketch.step ?? 'probe';
  const sent =
    typeof sketch.sent === 'string' ? sketch.sent : sketch.sent === undefined ? undefined : JSON.stringify(sketch.sent);
  const id = `library/books/read/case#${step}${sketch.onward !== undefined ? `.${sketch.onward}` : sketch.n === undefined ? '' : `.${sketch.n}`}`;
  const request = {
    method: sketch.method ?? 'GET',
    url: `${sketch.secure === true ? 'https' : 'http'}://library.test${sketch.path ?? '/books/1'}`,
    headers: [],
    ...(sent === undefined ? {} : { body: sent }),
    ...(sketch.asserted === undefined ? {} : { decoded: sketch.asserted }),
  };
  const base = {
    id,
    service: 'library',
    spec: '1.0.0',
    group: 'library@1.0.0/books/read/success',
    operation: 'books/read',
    step,
    ...(sketch.together === undefined ? {} : { together: sketch.together }),
    ...(sketch.onward === undefined ? {} : { onward: sketch.onward }),
    ...(sketch.refused === undefined ? {} : { earlier: [{ response: UNAUTHORISED, token: sketch.refused }] }),
    request,
    at: 0,
    durationMs: 1,
  };
  if (sketch.failure !== undefined)
    return { ...base, failure: { kind: sketch.failure, message: `no answer: ${sketch.failure}` } };
  const status = sketch.status ?? 200;
  const body =
    sketch.text ??
    (sketch.body === undefined
      ? status === 204 || sketch.method === 'HEAD'
        ? ''
        : '{}'
      : JSON.stringify(sketch.body));
  const bytes = Buffer.byteLength(body);
  return {
    ...base,
    response: {
      status,
      headers: headersOf(sketch, bytes, status),
      body,
      bytes,
      ...(sketch.decoded === undefined ? {} : { decoded: sketch.decoded }),
      ...(sketch.digests === undefined ? {} : { digests: sketch.digests }),
    },
  };
}

function headersOf(sketch: Sketch, bytes: number, status: number): HeaderList {
  const usual = {
    date: DATE,
    'cache-control': 'no-store',
    ...(bytes === 0 ? {} : { 'content-type': 'application/json' }),
    ...(status === 204 || sketch.method === 'HEAD' ? {} : { 'content-length': String(bytes) }),
  };
  const all: NonNullable<Sketch['headers']> = { ...usual, ...sketch.headers };
  return Object.entries(all).flatMap(([name, value]) =>
    value === null ? [] : (typeof value === 'string' ? [value] : value).map((one) => [name, one] as const),
  );
}

/** The evidence of a case, by step; a list is a burst or a walk. */
export function evidence(steps: Readonly<Record<string, Sketch | readonly Sketch[]>>): CaseEvidence {
  return Object.fromEntries(
    Object.entries(steps).map(([step, sketches]) => [
      step,
      isList(sketches)
        ? sketches.map((sketch, index) => exchange({ ...sketch, step, n: index + 1 }))
        : [exchange({ ...sketches, step })],
    ]),
  );
}

function isList(value: Sketch | readonly Sketch[]): value is readonly Sketch[] {
  return Array.isArray(value);
}

/** The exchange of a case of one step. */
export function probe(sketch: Sketch): CaseEvidence {
  return evidence({ probe: sketch });
}

export const PROBLEM_SCHEMA: Json = {
  type: 'object',
  properties: {
    errors: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        properties: {
          code: { type: 'string' },
          detail: { type: 'string' },
          source: {
            type: 'object',
            properties: { pointer: { type: 'string' }, header: { type: 'string' } },
            additionalProperties: false,
          },
        },
        required: ['code', 'detail'],
        additionalProperties: false,
      },
    },
  },
  required: ['errors'],
  additionalProperties: false,
};

/** Error bodies as `{errors: [{code, detail, source: {pointer}}]}`. */
export const GATEWAY = {
  name: 'gateway',
  entries: '/errors',
  code: 'code',
  detail: 'detail',
  source: '/source/pointer',
} as const;

export function problem(code: string, detail: string, pointer?: string): Json {
  return { errors: [{ code, detail, ...(pointer === undefined ? {} : { source: { pointer } }) }] };
}

export const SUCCESS = { statuses: [200, 201] } as const;
export const FLAGGED = { statuses: [200, 201], flag: '/success' } as const;

/** Of `input.batch-refused`: the second of a batch is the faulty one. */
export const FAULTY_ITEM = {
  step: 'batch',
  alone: 'alone',
  place: 1,
  kind: 'value',
  statuses: [200],
  success: FLAGGED,
  item: '/0',
  family: { name: 'validation', code: 'code', entries: '/errors' },
} as const;

/** The answer to an item that is refused with these codes. */
export function refusedItem(...codes: readonly string[]): Json {
  return { success: false, errors: codes.map((code) => ({ code })) };
}

const BOOK: Json = {
  type: 'object',
  properties: { id: { type: 'integer' }, title: { type: 'string' }, printed: { type: 'string', format: 'date' } },
  required: ['id', 'title'],
  additionalProperties: false,
};

/** `GET /books/{id}` of a library. */
export function operation(more: Partial<ResolvedOperation> = {}): ResolvedOperation {
  return {
    service: 'library',
    spec: '1.0.0',
    endpoint: 'books',
    name: 'read',
    kind: 'read',
    method: 'GET',
    path: '/books/{id}',
    access: 'token',
    request: 'none',
    response: 'plain',
    success: [200],
    pagination: 'none',
    fields: [],
    responseSchema: BOOK,
    documented: { 200: BOOK, 404: PROBLEM_SCHEMA },
    refusalMedia: ['application/json'],
    ...more,
  };
}

/** What a rule of cases says of such evidence. */
export function onCase(id: RuleId, params: object, given: CaseEvidence): Judgement {
  const rule = findRule(id);
  if (rule?.kind !== 'case') throw new Error(`no case rule ${id}`);
  return rule.judge(params as never, given);
}

/** How much is found; -1 where nothing was judged. */
export const findings = (judgement: Judgement): number =>
  judgement.kind === 'judged' ? judgement.findings.length : -1;
