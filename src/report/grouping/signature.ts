/** Converts failing checks to failures with signatures. A signature describes the reaction of the service, not the request. */
import { mediaTypeOf } from '../../model/body.ts';
import { caseIdOf } from '../../model/exchange.ts';
import { groupBy } from '../../model/objects.ts';
import { parseJson } from '../../model/json.ts';
import { matchesRulePattern, type RulePattern } from '../../model/check-scope.ts';
import type { Finding, ReportCheck } from '../model.ts';
import { expectedStatuses, fieldNamesIn } from '../finding.ts';
import { type Failure, type JudgedReport, type ResponseLayer, type Occurrence, statusOfEnding } from './failure.ts';
import { comparableErrorMessage, type TrafficIndex } from './traffic.ts';

/** Exchanges with an invalid request: a failing check expects their rejection. */
export function invalidRequests({ checks, rules }: JudgedReport): ReadonlySet<string> {
  return new Set(
    checks.flatMap(({ service, spec, rule, formOf, findings }) =>
      rules[formOf ?? rule]?.awaits === 'refusal'
        ? findings.map(({ evidence }) => `${service}@${spec} ${evidence}`)
        : [],
    ),
  );
}

export function failuresOf(
  check: ReportCheck,
  index: number,
  report: JudgedReport,
  traffic: TrafficIndex,
  invalid: ReadonlySet<string>,
): readonly Failure[] {
  const whole = failureOf(check, index, report, traffic, invalid);
  if (!check.rule.startsWith('http.') || check.findings.length < 2 || whole.kind === 'version') return [whole];
  // A rule over all responses may have different findings: one failure per signature.
  const single = check.findings.map((finding) =>
    failureOf({ ...check, findings: [finding] }, index, report, traffic, invalid),
  );
  return [...groupBy(single, ({ signature }) => signature).values()].flatMap((own) => {
    const [first] = own;
    return first === undefined
      ? []
      : [
          {
            ...first,
            check: { ...check, findings: own.flatMap((one) => one.check.findings) },
            occurrences: own.flatMap(({ occurrences }) => occurrences),
          },
        ];
  });
}

function failureOf(
  check: ReportCheck,
  index: number,
  report: JudgedReport,
  traffic: TrafficIndex,
  invalid: ReadonlySet<string>,
): Failure {
  const version = `${check.service}@${check.spec}`;
  const seen = check.findings.map((finding): Occurrence => {
    const id = finding.evidence === '' ? `${check.id}#` : finding.evidence;
    const exchange = traffic.get(`${version} ${id}`);
    const operation = (exchange && traffic.operationOf(exchange)) ?? `${check.endpoint}/${check.operation}`;
    const ending = (exchange && traffic.endingOf(exchange)) ?? String(finding.got ?? '');
    return {
      finding,
      exchange: `${version} ${id}`,
      case: `${version} ${caseIdOf(id)}`,
      operation: `${version} ${operation}`,
      ending,
      status: statusOfEnding(ending),
    };
  });
  const rule = check.formOf ?? check.rule;
  const failure = (layer: ResponseLayer, signature: string, more: Partial<Failure> = {}): Failure => ({
    check,
    index,
    rule,
    kind: 'finding',
    layer,
    occurrences: seen,
    ...more,
    signature: `${check.service} ${more.kind ?? 'finding'} ${signature}`,
  });
  const [finding] = check.findings;
  const layer = layerOf(check.rule);
  const other =
    report.run?.others?.find(({ service, spec }) => service === check.service && spec === check.spec)?.version ??
    (check.rule === 'definition.version' ? /^"?(\d+(?:\.\d+)+)"?$/.exec(finding?.actual ?? '')?.[1] : undefined);
  if (other !== undefined && (check.rule === 'definition.version' || report.run?.others !== undefined))
    return failure('version', `version ${other}`, { kind: 'version', ending: other });
  const broken = seen.map(brokenBy).find((end) => end !== undefined);
  if (broken !== undefined) {
    const awaits = report.rules[rule]?.awaits;
    const valid =
      !matchesRulePattern(UNUSUAL_REQUESTS, rule) &&
      (awaits === 'acceptance' ||
        (awaits === undefined &&
          !matchesRulePattern(MAY_BE_REJECTED, rule) &&
          !seen.some(({ exchange }) => invalid.has(exchange))));
    const of: ResponseLayer =
      layer === 'derived' || layer === 'standalone' ? 'derived' : /^\d/.test(broken) ? 'breakdown' : 'connection';
    return failure(of, `${broken} ${of === 'derived' ? check.rule : valid ? 'valid' : 'invalid'}`, {
      kind: 'breakdown',
      ending: broken,
      valid,
    });
  }
  if (check.rule === 'http.not-throttled' || (seen.length > 0 && seen.every(({ status }) => status === 429)))
    return failure(
      matchesRulePattern(['burst.*', 'http.not-throttled'], check.rule) ? 'standalone' : 'breakdown',
      '429',
      {
        kind: 'throttled',
        ending: '429',
      },
    );
  if (finding === undefined) return failure('value', check.rule);
  const was = finding.got === undefined ? '' : String(finding.got);
  if (layer === 'derived') return failure(layer, `${check.rule} ${was}`, { ending: was });
  if (finding.where === 'status') return failure('status', ...byStatus(check, rule, finding, seen, report, traffic));
  if (finding.kind === 'no-list' && fieldNamesIn(finding.where).length > 0) return failure('shape', 'shape no-list');
  if (layer === 'media' || layer === 'shape')
    return failure(layer, `${layer} ${formOf(check, finding, seen, traffic)}`);
  return failure(layer, valueKey(check, rule, finding));
}

/** Ending of a transport failure or a 5xx. 501 is a status of its own (RFC 9110 §15.6.2) unless the status itself is wrong. */
function brokenBy({ ending, finding, status }: Occurrence): string | undefined {
  if (/^[a-z-]+$/.test(ending)) return ending;
  const code = status ?? finding.got ?? 0;
  return code >= 500 && (code !== 501 || finding.where === 'status') ? String(code) : undefined;
}

/** Signature of a wrong status. */
function byStatus(
  check: ReportCheck,
  rule: string,
  finding: Finding,
  seen: readonly Occurrence[],
  report: JudgedReport,
  traffic: TrafficIndex,
): [string, Partial<Failure>] {
  const awaits = report.rules[rule]?.awaits;
  const was = String(finding.got ?? '');
  const due = expectedStatuses(finding);
  // A rejection with a success status and an error body.
  const isError =
    was.startsWith('2') &&
    seen.length > 0 &&
    seen.every(({ exchange }) => isErrorBody(traffic.get(exchange)?.response?.body ?? ''));
  const isRejection = was.startsWith('4') || isError;
  if (check.rule === 'outcome.success-form')
    return [`success ${was}`, { did: 'success form', ending: was, expected: due }];
  if (check.rule === 'outcome.form' || (awaits === 'refusal' && isRejection))
    return [`rejects with ${was} not ${due[0] ?? ''}`, { did: 'rejected otherwise', ending: was, expected: due }];
  if (awaits === 'refusal')
    return [`accepts ${rule}${declaredKey(check)}`, { did: 'accepted', ending: was, expected: due }];
  if (awaits === 'acceptance' || check.rule === 'coverage.exercised') {
    const message = comparableErrorMessage(traffic.get(seen[0]?.exchange ?? '')?.response?.body ?? '', check);
    return [
      `rejects a valid request ${was} ${message === '' ? rule : message}`,
      { did: 'rejected a valid request', ending: was, expected: due },
    ];
  }
  return [`${check.rule} ${was}`, { ending: was, expected: due }];
}

/** Custom cases are grouped by aspect, since their rule only names the judgement. */
const declaredKey = ({ declared, aspect }: ReportCheck): string => (declared === true ? ` ${aspect}` : '');

function valueKey(check: ReportCheck, rule: string, { where, kind }: Finding): string {
  if (check.rule === 'outcome.form') return `form ${fieldNamesIn(where).at(-1) ?? ''} ${kind ?? ''}`;
  const by = where.startsWith('header ')
    ? 'place'
    : GROUP_BY.find(([rules]) => matchesRulePattern(rules, check.rule))?.[1];
  if (by === 'place') return `${check.rule} ${where}`;
  if (by === 'kind') return `${check.rule} ${kind ?? ''}`;
  if (by === 'place and kind') return `${check.rule} ${where.replace(/\/\d+(?=\/|$)/g, '/*')} ${kind ?? ''}`;
  return check.declared === true ? `declared ${check.aspect}` : rule;
}

/** Whether a body is an object with an error property. */
function isErrorBody(body: string): boolean {
  const parsed = /"errors?"/.test(body) ? parseJson(body) : undefined;
  return (
    parsed?.ok === true &&
    typeof parsed.value === 'object' &&
    parsed.value !== null &&
    !Array.isArray(parsed.value) &&
    ('errors' in parsed.value || 'error' in parsed.value)
  );
}

/** Kind of schema violation, independent of field names. */
function formOf(
  check: ReportCheck,
  { kind, keyword, asked, came }: Finding,
  seen: readonly Occurrence[],
  traffic: TrafficIndex,
): string {
  const response = traffic.get(seen[0]?.exchange ?? '')?.response;
  const type = response === undefined ? '' : mediaTypeOf(response);
  if (check.rule === 'http.media-type') return type;
  if (seen.every(({ status }) => (status ?? 200) >= 400)) return `of errors ${response?.body === '' ? 'empty' : type}`;
  if (kind === 'absent' || kind === 'added') return 'members';
  if (kind !== 'schema') return kind ?? '';
  if (came === 'null') return 'null';
  return keyword === 'type' && asked === 'array' ? 'no-list' : `${keyword ?? ''} ${asked ?? ''}`;
}

/** Layer of each rule; the first matching pattern wins. */
export const LAYER_OF: readonly (readonly [readonly RulePattern[], ResponseLayer])[] = [
  [['http.answered', 'http.complete'], 'connection'],
  [
    [
      'http.status-documented',
      'http.status-fields',
      'http.status-meaning',
      'http.status-method',
      'http.no-server-error',
      'http.challenge',
      'http.challenge-error',
      'http.challenge-scheme',
      'http.challenge-parameters',
      'http.allow',
      'http.location',
      'http.location-reachable',
      'http.retry-after',
      'http.no-content',
      'http.kept-fields',
      'http.media-hint',
      'http.error-uncached',
    ],
    'derived',
  ],
  [['http.json'], 'text'],
  [['http.media-type'], 'media'],
  [['http.error-shape', 'http.body-schema'], 'shape'],
  [['http.*', 'method.head', 'burst.*', 'header.*', 'conditional.changed-tag'], 'standalone'],
];
export const layerOf = (rule: string): ResponseLayer =>
  LAYER_OF.find(([rules]) => matchesRulePattern(rules, rule))?.[1] ?? 'value';

/** Group key of rules with different kinds of findings; other rules are grouped by rule. */
export const GROUP_BY: readonly (readonly [readonly RulePattern[], 'place' | 'kind' | 'place and kind'])[] = [
  [['method.head', 'header.*'], 'place'],
  [['http.json'], 'kind'],
  [['http.*'], 'place and kind'],
];

/** Requests that a service may reject or that are unusual: a server error for them does not affect valid requests. */
export const UNUSUAL_REQUESTS: readonly RulePattern[] = ['path.*', 'raw.*', 'method.*', 'media.*'];
/** Rules whose requests are valid only with `awaits: acceptance`. */
export const MAY_BE_REJECTED: readonly RulePattern[] = [
  'token.*',
  'client.*',
  'access.*',
  'input.*',
  'outcome.refused-or-complete',
];
