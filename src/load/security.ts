/** `contracts/<service>/security.yaml`: how calls say who asks. */
import type { ValidFile } from './load-spec.ts';
import type { SecurityBlock, SecurityScheme } from './model.ts';
import type { RawSecurity } from '../schema/access.ts';
import type { YamlDocument } from './yaml-document.ts';

type Member = Exclude<keyof SecurityScheme, 'type'>;

/** What each type has to say, and what it may. */
const MEMBERS: Readonly<
  Record<SecurityScheme['type'], { readonly needs: readonly Member[]; readonly may: readonly Member[] }>
> = {
  none: { needs: [], may: [] },
  http: { needs: ['scheme'], may: ['keyOnly'] },
  apiKey: { needs: ['in', 'name'], may: [] },
  oauth2: { needs: ['flow', 'client'], may: ['scopes'] },
};
const ALL: readonly Member[] = ['scheme', 'keyOnly', 'in', 'name', 'flow', 'client', 'scopes'];

/** @param signs whether the service has a token.yaml, which says how assertions are signed */
export function checkSecurity({ document, raw }: ValidFile<RawSecurity>, signs: boolean): void {
  for (const scheme of [raw, ...Object.values(raw.others ?? {})]) checkScheme(document, scheme);
  const isSigned = raw.client === 'private-key-jwt';
  if (isSigned && !signs)
    document.report(
      'block-missing',
      'the service has no token.yaml to say how the client’s assertion is signed',
      raw,
      'client',
    );
  if (signs && !isSigned)
    document.report(
      'wrong-value',
      'token.yaml says already how access is asked for and carried',
      raw,
      'type',
      'value',
      'remove one of the two, or say `client: private-key-jwt`',
    );
}

function checkScheme(document: YamlDocument, scheme: SecurityScheme): void {
  const { needs, may } = MEMBERS[scheme.type];
  for (const member of needs)
    if (scheme[member] === undefined)
      document.report('missing-key', `${JSON.stringify(member)} is missing: ${scheme.type} needs it`, scheme, 'type');
  for (const member of ALL)
    if (scheme[member] !== undefined && !needs.includes(member) && !may.includes(member))
      document.report('wrong-value', `${scheme.type} has no ${member}`, scheme, member, 'key', hintOf(scheme.type));
  if (scheme.keyOnly !== undefined && scheme.scheme?.toLowerCase() !== 'basic')
    document.report(
      'wrong-value',
      'keyOnly is for the scheme basic, which has a password otherwise',
      scheme,
      'keyOnly',
      'key',
    );
}

function hintOf(type: SecurityScheme['type']): string {
  const { needs, may } = MEMBERS[type];
  return needs.length + may.length === 0 ? 'it has nothing beside it' : `it has ${[...needs, ...may].join(', ')}`;
}

export function buildSecurity({ document, raw }: ValidFile<RawSecurity>): SecurityBlock {
  return { ...raw, at: document.at(raw, 'type') };
}
