/** Paths are compared without the names of their parameters. */
export function shape(path: string): string {
  return path.replace(/\{[^}]*\}/g, '{}');
}
