/** Scopes of checks: waivers, policies, rule patterns and shards. */
import { globMatcher } from './pattern.ts';

/** Absent properties match every check. */
export interface CheckScope {
  /** A glob over ids. */
  readonly checks?: string;
  readonly service?: string;
  readonly spec?: readonly string[];
}

interface Placed {
  readonly id: string;
  readonly service: string;
  readonly spec: string;
}

export function inScope({ checks, service, spec }: CheckScope): (check: Placed) => boolean {
  const matches = checks === undefined ? () => true : globMatcher(checks);
  return (check) =>
    (service === undefined || service === check.service) &&
    (spec === undefined || spec.includes(check.spec)) &&
    matches(check.id);
}

/** Filters on a finding. */
export interface Symptom {
  readonly where?: string;
  readonly actual?: string;
  readonly expected?: string;
}

export function matchesSymptom(
  finding: Required<Symptom>,
  { where = '', actual = '', expected = '' }: Symptom,
): boolean {
  return finding.where.includes(where) && finding.actual.includes(actual) && finding.expected.includes(expected);
}

/** Patterns of rules: an id, or a whole family. The family is the part of an id before the dot. */
export const RULE_FAMILIES = [
  'access',
  'body',
  'burst',
  'client',
  'conditional',
  'coverage',
  'definition',
  'header',
  'http',
  'input',
  'lifecycle',
  'media',
  'method',
  'outcome',
  'page',
  'path',
  'query',
  'range',
  'raw',
  'store',
  'token',
  'warning',
] as const;
type Family = (typeof RULE_FAMILIES)[number];

export type RulePattern = `${Family}.${string}`;

export function matchesRulePattern(patterns: readonly string[], rule: string): boolean {
  return patterns.includes(rule) || patterns.includes(`${rule.slice(0, rule.indexOf('.'))}.*`);
}

/** One of several independent parts of a run. */
export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly parts: number;
}

/** A run without shards. */
export const ONLY_PART: Shard = { part: 1, parts: 1 };

/** Parses `2/3`. */
export function shardFromText(text: string | undefined): Shard {
  const [part = 1, parts = 1] = (text ?? '1/1').split('/').map(Number);
  return { part, parts };
}
