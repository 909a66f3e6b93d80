/** RFC 9110 §6.4.1: statuses whose answers end with the headers. */
export function isNoContent(status: number): boolean {
  return status === 204 || status === 205 || status === 304 || (status >= 100 && status < 200);
}
