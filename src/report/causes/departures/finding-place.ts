/** Where a finding is: `status`, `header date`, `body#/0/result`, `exchange`. */
const PLACE = /^(?<part>\w+)(?: (?<field>.+)|#(?<pointer>.*))?$/s;

export function isHeader(where: string): boolean {
  return PLACE.exec(where)?.groups?.['part'] === 'header';
}

/** Names of members on the way to it, without places in lists. */
export function membersIn(where: string): readonly string[] {
  const pointer = PLACE.exec(where)?.groups?.['pointer'] ?? '';
  return pointer.split('/').filter((part) => !/^\d*$/.test(part));
}
