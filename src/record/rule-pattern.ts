/** Patterns of rules: an id, or the beginning of ids with `*` behind it. */
export function fits(patterns: readonly string[], rule: string): boolean {
  return patterns.some((pattern) => (pattern.endsWith('*') ? rule.startsWith(pattern.slice(0, -1)) : pattern === rule));
}
