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
