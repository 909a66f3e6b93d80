/** Requests that are to be refused, by what is wrong with them: so that one sentence is about all of a sort. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { listed } from '../../phrase.ts';

interface Sort {
  readonly rules: readonly RulePattern[];
  /** After "refuses": `calls without a valid token`. */
  readonly what: string;
}

export const NOT_THERE = 'requests for what is not there';

/** The first that fits counts. */
const SORTS: readonly Sort[] = [
  {
    rules: [
      'access.wrong-key',
      'access.key-elsewhere',
      'access.wrong-password',
      'access.unknown-user',
      'access.credentials-malformed',
    ],
    what: 'calls without the right key or password',
  },
  { rules: ['access.*'], what: 'calls without a valid token' },
  {
    rules: ['token.parameter-missing', 'token.parameter-repeated', 'token.grant-type', 'token.media-type', 'client.*'],
    what: 'token requests that are not as they should be',
  },
  { rules: ['token.*'], what: 'assertions that are not good' },
  { rules: ['conditional.*'], what: 'changes whose condition does not hold' },
  {
    rules: [
      'input.malformed-json',
      'input.truncated-json',
      'input.empty-body',
      'input.duplicate-member',
      'input.deep-nesting',
      'input.huge-body',
      'input.wrong-top-level',
    ],
    what: 'bodies that cannot be read',
  },
  { rules: ['input.duplicate', 'lifecycle.taken'], what: 'values that are taken' },
  // What was refused leaves nothing that could be read.
  { rules: ['input.no-trace-read'], what: NOT_THERE },
  { rules: ['input.*'], what: 'values that are not valid' },
  { rules: ['page.*', 'query.*'], what: 'parameters that are not valid' },
  { rules: ['media.not-acceptable', 'media.quality-zero'], what: 'media types that it does not offer' },
  { rules: ['media.*'], what: 'media types that it does not read' },
  { rules: ['lifecycle.referred-to', 'lifecycle.referred-to-by'], what: 'removals of what is referred to' },
  { rules: ['lifecycle.*', 'path.*'], what: NOT_THERE },
  { rules: ['raw.*'], what: 'messages that are no HTTP' },
];

/** Parts of these: what one line of a service mostly looks at. */
const NARROW_SORTS: readonly Sort[] = [
  { rules: ['token.unlinked', 'token.linked-elsewhere'], what: 'organisations that are not linked to the service' },
  { rules: ['input.missing', 'input.null'], what: 'a body that lacks a value which is required' },
  {
    rules: [
      'input.wrong-type',
      'input.array-for-text',
      'input.number-for-text',
      'input.boolean-for-text',
      'input.text-for-number',
      'input.number-for-boolean',
      'input.array-for-value',
      'input.value-for-array',
      'input.wrong-top-level',
      'input.deep-nesting',
      'input.unknown-member',
      'input.read-only',
    ],
    what: 'wrong types and unknown members',
  },
  {
    rules: ['input.unknown-reference', 'input.deleted-reference', 'input.foreign-reference'],
    what: 'references to records that are not there',
  },
  {
    rules: [
      'lifecycle.unknown-id',
      'lifecycle.malformed-id',
      'lifecycle.near-id',
      'lifecycle.other-party',
      'lifecycle.other-party-next',
      'lifecycle.gone',
      'access.same-answer',
      'path.unknown',
    ],
    what: NOT_THERE,
  },
];

/** The part that all of these are of. */
export function narrowSortOf(rules: readonly string[]): string | undefined {
  const told = rules.filter((rule) => !fits(ANY_SORT, rule));
  return told.length === 0
    ? undefined
    : NARROW_SORTS.find((sort) => told.every((rule) => fits(sort.rules, rule)))?.what;
}

/** More are not listed: then it is how it refuses, and no matter of what. */
const MOST = 2;

/** What a contract wants refused besides may be of any sort: the others tell. */
export const ANY_SORT: readonly RulePattern[] = ['outcome.refused'];

/** `calls without a valid token`, where all are of few sorts. */
export function sortsOf(rules: readonly string[]): string | undefined {
  const found = rules.filter((rule) => !fits(ANY_SORT, rule)).map(sortOf);
  const named = new Set(found);
  return named.size === 0 || named.size > MOST || named.has(undefined)
    ? undefined
    : listed(found.filter((what) => what !== undefined));
}

/** `calls without a valid token`, by the rule that tried one. */
export function sortOf(rule: string): string | undefined {
  return SORTS.find((sort) => fits(sort.rules, rule))?.what;
}
