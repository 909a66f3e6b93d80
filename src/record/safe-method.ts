/** Methods that ask for nothing to be changed (RFC 9110 §9.2.1). */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

export function isSafe(method: string): boolean {
  return SAFE.includes(method);
}
