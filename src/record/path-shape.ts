/** Path templates, and the names in `{braces}` of them. */

const PARAMETER = /\{([^}]+)\}/g;

/** A path template without the names of its parameters: `/books/{id}` and `/books/{isbn}` are one path. */
export function pathShape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}

const parametersOf = new Map<string, readonly string[]>();

/** Its parameters, in order; remembered, since there are few paths and many who ask. */
export function pathParameters(path: string): readonly string[] {
  let known = parametersOf.get(path);
  if (known === undefined) {
    known = [...path.matchAll(PARAMETER)].map(([, name = '']) => name);
    parametersOf.set(path, known);
  }
  return known;
}

/** The path with something else in place of each of its parameters. */
export function filledPath(path: string, put: (name: string) => string): string {
  return path.replace(PARAMETER, (_all, name: string) => put(name));
}
