/** One more reference token on an RFC 6901 pointer. */
export function below(pointer: string, member: string | number): string {
  return `${pointer}/${String(member).replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
