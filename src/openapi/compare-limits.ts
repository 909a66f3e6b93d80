/**
 * Compares enum values, lengths, patterns, formats, bounds and item counts of one value. One-sided limits do not contradict.
 */
import type { Json } from '../model/json.ts';
import type { ContractFacet } from './fact-sources.ts';
import { type JsonSchema, asList } from './references.ts';
import { schemaDifference, type SchemaDifference } from './schema-form.ts';

/** Limit keywords with their facet and their words in messages. */
const LIMITS = [
  { rule: 'length', facet: 'length', keywords: { minLength: 'at least', maxLength: 'at most' } },
  {
    rule: 'bounds',
    facet: 'bounds',
    keywords: { minimum: 'from', maximum: 'to', exclusiveMinimum: 'above', exclusiveMaximum: 'below' },
  },
  { rule: 'count', facet: 'length', keywords: { minItems: 'at least', maxItems: 'at most' } },
] as const;

/** Side that writes the compared value. */
export type WritingSide = 'request' | 'response';

/** One-sided limits of a response: they bind the service and do not affect clients, so they are not reported. */
const ONE_SIDED = /^(length|bounds|count|pattern)-(missing|extra)$/;

export function limitDifferences(
  want: JsonSchema,
  got: JsonSchema,
  { side, at }: { readonly side: WritingSide; readonly at: readonly string[] },
): readonly SchemaDifference[] {
  return allLimits(want, got, at).filter(({ rule }) => side === 'request' || !ONE_SIDED.test(rule));
}

function allLimits(want: JsonSchema, got: JsonSchema, at: readonly string[]): readonly SchemaDifference[] {
  const hasValues = Array.isArray(want['enum']) || Array.isArray(got['enum']);
  return [
    ...valueDifferences(want, got, at),
    ...LIMITS.flatMap(({ rule, facet, keywords }) =>
      Object.entries(keywords).flatMap(([name, word]) => limit(rule, facet, [name, word], [want, got], at)),
    ),
    // Enum values are more precise than a pattern or a format.
    ...(hasValues ? [] : [...compareText('pattern', want, got, at), ...compareText('format', want, got, at)]),
  ];
}

function limit(
  rule: 'length' | 'bounds' | 'count',
  facet: ContractFacet,
  [name, word]: readonly [string, string],
  [want, got]: readonly [JsonSchema, JsonSchema],
  at: readonly string[],
): readonly SchemaDifference[] {
  const [wanted, found] = [want[name], got[name]];
  if (wanted === found) return [];
  if (found === undefined) return [schemaDifference(`${rule}-missing`, at, facet, `${word} ${show(wanted)}`)];
  if (wanted === undefined) return [schemaDifference(`${rule}-extra`, at, facet, undefined, `${word} ${show(found)}`)];
  return [schemaDifference(rule, at, facet, `${word} ${show(wanted)}`, `${word} ${show(found)}`)];
}

function compareText(
  rule: 'pattern' | 'format',
  want: JsonSchema,
  got: JsonSchema,
  at: readonly string[],
): readonly SchemaDifference[] {
  const [one, other] = [want[rule], got[rule]];
  if (one === other || (isAddress(one) && isAddress(other))) return [];
  if (other === undefined) return [schemaDifference(`${rule}-missing`, at, rule, show(one))];
  if (one === undefined) return [schemaDifference(`${rule}-extra`, at, rule, undefined, show(other))];
  return [schemaDifference(rule, at, rule, show(one), show(other))];
}

/** `url` is not a JSON Schema format; documents that use it mean `uri`. */
function isAddress(form: Json | undefined): boolean {
  return form === 'uri' || form === 'url';
}

const MAX_CODES = 12;

function valueDifferences(want: JsonSchema, got: JsonSchema, at: readonly string[]): readonly SchemaDifference[] {
  const [one, other] = [want['enum'], got['enum']];
  if (!Array.isArray(one) && !Array.isArray(other)) return [];
  if (!Array.isArray(other)) return [schemaDifference('values-missing', at, 'values', codes(asList(one)))];
  if (!Array.isArray(one)) return [schemaDifference('values-extra', at, 'values', undefined, codes(asList(other)))];
  const [known, published] = [asList(one).map(show), asList(other).map(show)];
  const [lacks, adds] = [
    known.filter((code) => !published.includes(code)),
    published.filter((code) => !known.includes(code)),
  ];
  if (lacks.length + adds.length === 0) return [];
  const found = [
    ...(lacks.length === 0 ? [] : [`lacks ${short(lacks)}`]),
    ...(adds.length === 0 ? [] : [`adds ${short(adds)}`]),
  ].join('; ');
  return [schemaDifference('values', at, 'values', short(known), found)];
}

function codes(values: readonly Json[]): string {
  return short(values.map(show));
}

function short(texts: readonly string[]): string {
  const more = texts.length - MAX_CODES;
  return more <= 0 ? texts.join(', ') : `${texts.slice(0, MAX_CODES).join(', ')} and ${more} more`;
}

function show(value: Json | undefined): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? null);
}
