/** Path templates, and the names in `{braces}` of them. */

const PARAMETER = /\{([^}]+)\}/g;
const PARAMETER_ALONE = /\{[^}]+\}/;

/** A path template without parameter names: `/books/{id}` and `/books/{isbn}` are one path. */
export function pathWithoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

const parametersOf = new Map<string, readonly string[]>();

/** Its parameters in order, cached because there are few paths and many callers. */
export function pathParameters(path: string): readonly string[] {
  let cached = parametersOf.get(path);
  if (cached === undefined) {
    cached = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
    parametersOf.set(path, cached);
  }
  return cached;
}

/** The path with each parameter replaced. */
export function fillPath(path: string, replace: (name: string) => string): string {
  return path.replace(PARAMETER, (_all, name: string) => replace(name));
}

/** True if a path ends with the template, after any base path. Each parameter is one segment or a part of one. */
export function matchesPathEnd(path: string, template: string): boolean {
  const expected = segmentsOf(template);
  const last = expected.length === 0 ? [] : segmentsOf(path).slice(-expected.length);
  return expected.length === last.length && expected.every((left, index) => fitsSegment(last[index] ?? '', left));
}

function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

/** Each parameter must match at least one character. */
function fitsSegment(text: string, template: string): boolean {
  const [first = '', ...rest] = template.split(PARAMETER_ALONE);
  const last = rest.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const literal of rest) {
    const match = text.indexOf(literal, at + 1);
    if (match === -1) return false;
    at = match + literal.length;
  }
  return at < text.length - last.length;
}
