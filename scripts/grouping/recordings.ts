/** Recorded runs of seeded faults, reduced to what grouping reads: `tests/report/grouping/recordings/<fault>.json.br`. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import { parse } from 'yaml';
import { blockingCheck } from '../../src/gate/decide.ts';
import { DEFAULT_POLICY } from '../../src/gate/policy.ts';
import { omitUndefined, groupBy } from '../../src/model/objects.ts';
import type { Exchange } from '../../src/model/exchange.ts';
import { matchesRulePattern } from '../../src/model/check-scope.ts';
import { exchangeKey } from '../../src/report/checks.ts';
import { groupFailures } from '../../src/report/grouping/group-failures.ts';
import type { Report, ReportCheck } from '../../src/report/model.ts';
import { type OpenCause, openCauses } from '../../src/report/open-causes.ts';
import { ruleTexts } from '../../src/run/session-report.ts';

const FOLDER = new URL('../../tests/report/grouping/', import.meta.url);

/** A seeded fault, what a developer of the service should read first, and what the report says. */
export interface RecordedFault {
  readonly fault: string;
  /** Default: the newest version that has the fault. */
  readonly spec?: string;
  /** Only this endpoint is run. Default: the whole service. */
  readonly endpoint?: string;
  readonly reads: string;
  /** Title of the first item, and the number of items. */
  readonly title: string;
  readonly items: number;
  /** Judged by hand: the title leads to the right place and the right thing, without a false trail. */
  readonly right: boolean;
}

export type Recording = Pick<Report, 'run' | 'checks' | 'rules'> & { readonly exchanges: readonly Exchange[] };

/** As stored: without the texts of rules. Exchanges that no failing check cites only count, by operation and status. */
type Stored = Omit<Recording, 'rules'> & {
  readonly counted: readonly (readonly [count: number, exchange: Exchange])[];
};

export function readFaults(): readonly RecordedFault[] {
  const text = readFileSync(new URL('faults.yaml', FOLDER), 'utf8');
  return (parse(text) as { readonly faults: readonly RecordedFault[] }).faults;
}

const fileOf = (fault: string): URL => new URL(`recordings/${fault.replaceAll('_', '-')}.json.br`, FOLDER);

export function readRecording(fault: string): Recording {
  const { counted, exchanges, ...recording } = JSON.parse(
    brotliDecompressSync(readFileSync(fileOf(fault))).toString('utf8'),
  ) as Stored;
  return {
    ...recording,
    rules: ruleTexts(),
    exchanges: [...exchanges, ...counted.flatMap(([count, one]) => Array<Exchange>(count).fill(one))],
  };
}

/** Writes the recording and returns its size in bytes. */
export function writeRecording(
  fault: string,
  { report, exchanges }: { readonly report: Report; readonly exchanges: readonly Exchange[] },
): number {
  const text = JSON.stringify(reduced(report, exchanges));
  const packed = brotliCompressSync(text, { params: { [constants.BROTLI_PARAM_LGWIN]: 24 } });
  mkdirSync(fileURLToPath(new URL('recordings/', FOLDER)), { recursive: true });
  writeFileSync(fileOf(fault), packed);
  return packed.length;
}

/** Families whose passing checks count: a family is accepted as a whole only if nearly nothing of it passes. */
const COUNTED_FAMILIES = ['access.*', 'token.*', 'client.*', 'outcome.accepted'];

/** Longest body of an exchange that is kept, in characters. */
const LONGEST_BODY = 1000;

function reduced(report: Report, exchanges: readonly Exchange[]): Stored {
  const isPlain = ({ disposition }: ReportCheck): boolean => disposition === 'conforming';
  const failing = new Set(
    report.checks.filter((check) => !isPlain(check)).flatMap(({ rule, formOf }) => [rule, formOf]),
  );
  const isCounted = ({ rule, formOf }: ReportCheck): boolean =>
    failing.has(rule) || (formOf !== undefined && failing.has(formOf)) || matchesRulePattern(COUNTED_FAMILIES, rule);
  const checks = report.checks.flatMap((check): readonly ReportCheck[] => {
    if (!isPlain(check)) return [check];
    if (!isCounted(check)) return [];
    const { id, service, spec, endpoint, operation, aspect, rule, formOf, verdict, disposition } = check;
    const kept = {
      id,
      service,
      spec,
      endpoint,
      operation,
      aspect,
      rule,
      verdict,
      disposition,
      findings: [],
      evidence: [],
    };
    return [{ ...kept, ...(formOf === undefined ? {} : { formOf }) } as unknown as ReportCheck];
  });
  const cited = new Set(
    checks.flatMap((check) =>
      [...check.evidence, ...check.findings.map(({ evidence }) => evidence)].map((id) => exchangeKey({ ...check, id })),
    ),
  );
  const kept = exchanges.filter((one) => cited.has(exchangeKey(one))).map(reducedExchange);
  const counted = groupBy(
    exchanges.filter((one) => !cited.has(exchangeKey(one))),
    ({ operation, request, response, failure }) =>
      `${operation ?? ''} ${request.method} ${String(response?.status ?? failure?.kind)}`,
  );
  return {
    run: report.run,
    checks,
    exchanges: kept,
    counted: [...counted.values()].flatMap(([first, ...others]) =>
      first === undefined ? [] : [[others.length + 1, withoutContent(reducedExchange(first))] as const],
    ),
  };
}

/** What grouping reads of an exchange. */
function reducedExchange(one: Exchange): Exchange {
  const { id, service, spec, operation, request, response, failure } = one;
  const { method, url } = request;
  const parts = { id, service, spec, request: { method, url, headers: [] }, ...omitUndefined({ operation, failure }) };
  if (response === undefined) return parts as unknown as Exchange;
  const { status, headers, body } = response;
  const types = headers.filter(([name]) => name.toLowerCase() === 'content-type');
  return { ...parts, response: { status, headers: types, body: body.slice(0, LONGEST_BODY) } } as unknown as Exchange;
}

function withoutContent(one: Exchange): Exchange {
  return one.response === undefined ? one : { ...one, response: { ...one.response, headers: [], body: '' } };
}

/** The items of a recording in the order of the page, grouped anew. */
export function itemsOf(recording: Recording): readonly OpenCause[] {
  const causes = groupFailures(recording, recording.exchanges);
  return openCauses({ ...recording, causes }, { blocks: blockingCheck(DEFAULT_POLICY) });
}
