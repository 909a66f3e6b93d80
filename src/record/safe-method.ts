/** Methods that ask for nothing to be changed (RFC 9110 §9.2.1). */
const SAFE: readonly string[] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];

export function isSafe(method: string): boolean {
  return SAFE.includes(method);
}

/** TRACE is safe too; but no contract declares it, and it is tried only where a service is asked for methods that it does not have. */
export function isRead(method: string): boolean {
  return method !== 'TRACE' && isSafe(method);
}
