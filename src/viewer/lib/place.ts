/** What a finding points at. The text is for people; only what is plain in it is used, to mark the spot. */

export type FindingPlace =
  | { readonly kind: 'status' }
  | { readonly kind: 'header'; readonly name: string }
  | { readonly kind: 'pointer'; readonly pointer: string }
  | { readonly kind: 'member'; readonly name: string }
  | { readonly kind: 'body' }
  | { readonly kind: 'other' };

export function placeOf(where: string): FindingPlace {
  if (where === 'status') return { kind: 'status' };
  if (where === 'body') return { kind: 'body' };
  const header = /^header (\S+)/.exec(where)?.[1];
  if (header !== undefined) return { kind: 'header', name: header.toLowerCase() };
  const pointer = /^body ?#?(\/\S*)/.exec(where)?.[1];
  if (pointer !== undefined) return { kind: 'pointer', pointer };
  const member = /^(?:body )?([\w.-]+)$/.exec(where)?.[1];
  return member === undefined || where === 'exchange' ? { kind: 'other' } : { kind: 'member', name: member };
}
