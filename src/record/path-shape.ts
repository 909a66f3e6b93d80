/** A path template without the names of its parameters: `/books/{id}` and `/books/{isbn}` are one path. */
export function pathShape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
