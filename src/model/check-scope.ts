/** Which checks are meant: scopes of waivers and policies, patterns of rules, shards. */
import { globMatcher } from './pattern.ts';

/** Of a member that is absent everything is meant. */
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

/** Parts of what a finding says. */
export interface Symptom {
  readonly where?: string;
  readonly actual?: string;
  readonly expected?: string;
}

export function shows(finding: Required<Symptom>, { where = '', actual = '', expected = '' }: Symptom): boolean {
  return finding.where.includes(where) && finding.actual.includes(actual) && finding.expected.includes(expected);
}

/** Patterns of rules: an id, or a whole family of them. What stands before the dot of an id is its family, and nothing else of it is read. */
export const FAMILIES = [
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
type Family = (typeof FAMILIES)[number];

export type RulePattern = `${Family}.${string}`;

export function fits(patterns: readonly string[], rule: string): boolean {
  return patterns.includes(rule) || patterns.includes(`${rule.slice(0, rule.indexOf('.'))}.*`);
}

/** One of several parts of a run, which are sent side by side and know nothing of each other. */
export interface Shard {
  /** From 1. */
  readonly part: number;
  readonly parts: number;
}

/** A run that is not shared is the only part of itself. */
export const ONLY_PART: Shard = { part: 1, parts: 1 };

/** `2/3`, as it is asked for. */
export function shardOf(text: string | undefined): Shard {
  const [part = 1, parts = 1] = (text ?? '1/1').split('/').map(Number);
  return { part, parts };
}
