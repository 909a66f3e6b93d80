/** `parties:` of a target: those whom cases and records call by name, and whether all who are called so are there. */
import { defined, maybe } from '../record/defined.ts';
import type { NamedParty, SecurityScheme, Signer } from './model.ts';
import type { RawNamedParty, RawTargetService } from '../schema/target.ts';
import { suggestion } from './suggest.ts';
import { clientOf, credentialOf, membersOf, type CredentialScope } from './target-credentials.ts';

/** Those who need no name of the target's: `other`, `unlinked` and `elsewhere` stand there by themselves. */
const KNOWN_BY_THEMSELVES: readonly string[] = ['other', 'unlinked', 'elsewhere', 'nobody'];

type Members = readonly (keyof RawNamedParty)[];

/** What signs assertions for a service with token.yaml. */
const SIGNER: Members = ['issuer', 'device', 'kid', 'key'];
const BEARER: Members = ['bearer'];

export function buildParties(given: CredentialScope): { readonly parties?: Readonly<Record<string, NamedParty>> } {
  const { scope, service, written } = given;
  const contracts = scope.project.contracts.find((c) => c.service === service);
  const security = contracts?.security;
  checkCalled(given);
  return defined({
    parties: maybe(written.parties, (all) =>
      Object.fromEntries(
        Object.entries(all).map(([name, party]) => {
          if (contracts !== undefined) checkParty(given, all, name, party, security);
          return [name, partyOf(given, party, security)];
        }),
      ),
    ),
  });
}

function partyOf(given: CredentialScope, written: RawNamedParty, security: SecurityScheme | undefined): NamedParty {
  const others = maybe(written.others, (all) =>
    Object.fromEntries(
      Object.entries(all).flatMap(([way, shown]) => {
        const credential = credentialOf(given, shown);
        return credential === undefined ? [] : [[way, credential]];
      }),
    ),
  );
  const bearer = maybe(written.bearer, (it) => given.secret(written, 'bearer', it));
  if (security === undefined) return defined({ bearer, signer: signerOf(given, written), others });
  if (security.type !== 'oauth2') return defined({ bearer, credential: credentialOf(given, written), others });
  return defined({ signer: clientSigner(given, written), client: clientOf(given, written), others });
}

function signerOf({ scope, secret }: CredentialScope, written: RawNamedParty): Signer | undefined {
  const { issuer, device, kid, key } = written;
  if (issuer === undefined || device === undefined || kid === undefined || key === undefined) return undefined;
  const { resolver } = scope;
  return {
    issuer: resolver.resolve(written, 'issuer', issuer),
    device: resolver.resolve(written, 'device', device),
    kid: resolver.resolve(written, 'kid', kid),
    key: secret(written, 'key', key),
  };
}

/** A client that signs who it is has one name (RFC 7523 §3: `iss` and `sub` are its id). */
function clientSigner({ scope, secret }: CredentialScope, written: RawNamedParty): Signer | undefined {
  const { id, privateKey, kid } = written;
  if (id === undefined || privateKey === undefined || kid === undefined) return undefined;
  const named = scope.resolver.resolve(written, 'id', id);
  return { issuer: named, device: named, kid, key: secret(written, 'privateKey', privateKey) };
}

/** A party gives what one of the ways in asks for, whole, and nothing that none of them does. */
function checkParty(
  { scope, written: service }: CredentialScope,
  all: NonNullable<RawTargetService['parties']>,
  name: string,
  party: RawNamedParty,
  security: SecurityScheme | undefined,
): void {
  const { document } = scope;
  const complete = choices(security, service.bearer !== undefined);
  const given = (Object.keys(party) as Members).filter(
    (member) => member !== 'others' && !(member === 'scopes' && security?.type === 'oauth2'),
  );
  const choice = complete.find((one) => given.some((member) => one.includes(member))) ?? complete[0] ?? [];
  const hint = `the service asks for ${complete.map((one) => one.join(', ')).join('; or ')}`;
  for (const member of given)
    if (!choice.includes(member))
      document.report('wrong-value', `${member} lets nobody in here`, party, member, 'key', hint);
  const missing = choice.find((member) => !(member in party));
  if (missing !== undefined && (given.length > 0 || party.others === undefined))
    document.report(
      'missing-key',
      `${JSON.stringify(missing)} is missing: it is what lets ${name} in`,
      all,
      name,
      'key',
      hint,
    );
  for (const [way, shown] of Object.entries(party.others ?? {})) {
    const scheme = (security as { readonly others?: Readonly<Record<string, SecurityScheme>> } | undefined)?.others?.[
      way
    ];
    if (scheme === undefined) {
      const message = `security.yaml has no way in ${JSON.stringify(way)} among its others`;
      document.report('wrong-value', message, party.others ?? {}, way, 'key');
      continue;
    }
    const lacking = membersOf(scheme).find((member) => !(member in shown));
    if (lacking === undefined) continue;
    const message = `${JSON.stringify(lacking)} is missing: it is what lets ${name} in`;
    document.report('missing-key', message, party.others ?? {}, way, 'key');
  }
}

/** What has to be given, each of them one complete choice. */
function choices(security: SecurityScheme | undefined, hasBearer: boolean): readonly Members[] {
  if (security === undefined) return hasBearer ? [BEARER, SIGNER] : [SIGNER, BEARER];
  const isToken = security.type === 'http' && security.scheme?.toLowerCase() === 'bearer';
  const asked = membersOf(security).filter((member) => member !== 'tokenUrl') as Members;
  return security.type === 'none' ? [[]] : isToken ? [asked, BEARER] : [asked];
}

/** Whoever is called by name, in a case of the contract or by a record, is there. */
function checkCalled({ scope, service, written, services }: CredentialScope): void {
  const { document, project } = scope;
  const names = [...Object.keys(written.parties ?? {}), ...KNOWN_BY_THEMSELVES];
  for (const [name, record] of Object.entries(written.records ?? {}))
    if (record.as !== undefined && !names.filter((one) => one !== 'nobody').includes(record.as)) {
      const message = `the record of ${name} is asked for as ${JSON.stringify(record.as)}, which is no party of the target`;
      document.report('unknown-party', message, record, 'as', 'value', suggestion(record.as, names, 'party'));
    }
  for (const name of Object.keys(written.partyHeaders ?? {}))
    if (!names.filter((one) => one !== 'nobody').includes(name))
      document.report(
        'unknown-party',
        `${JSON.stringify(name)} is no party of the target`,
        written.partyHeaders ?? {},
        name,
        'key',
        suggestion(name, names, 'party'),
      );
  // What Plumbline starts itself has the parties that it has.
  if (scope.embedded) return;
  const contracts = project.contracts.find((c) => c.service === service);
  const cases = contracts?.endpoints.flatMap((endpoint) => endpoint.cases) ?? [];
  const missing = new Map<string, (typeof cases)[number]>();
  for (const one of cases)
    for (const called of [one.change.as, ...Object.values(one.steps ?? {}).map((step) => step.as)])
      if (called !== undefined && !names.includes(called) && !missing.has(called)) missing.set(called, one);
  for (const [called, { name, at }] of missing) {
    const message = `the case ${name} (${at.file}:${at.line}:${at.column}) acts as ${JSON.stringify(called)}, which is no party of the target`;
    const hint = suggestion(called, names, 'party') ?? `write what lets ${called} in below \`parties\``;
    const [parent, key] = written.parties === undefined ? [services, service] : [written, 'parties'];
    document.report('unknown-party', message, parent, key, 'key', hint);
  }
}
