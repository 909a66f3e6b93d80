/** Where a finding is: `status`, `header date`, `body#/0/result`, `exchange`. */
const PLACE = /^(?<part>\w+)(?: (?<field>.+)|#(?<pointer>.*))?$/s;

export function isHeader(where: string): boolean {
  return PLACE.exec(where)?.groups?.['part'] === 'header';
}

/** To what of a body it is about; undefined where it is about something else, or the whole. */
export function pointerIn(where: string): string | undefined {
  return PLACE.exec(where)?.groups?.['pointer'];
}

/** Names of members on the way to it, without places in lists. */
export function membersIn(where: string): readonly string[] {
  return (pointerIn(where) ?? '').split('/').filter((part) => !/^\d*$/.test(part));
}
