/** What can be wrong with the doors of the notes, as a change of their source, and the check that has to notice. */
import type { SourceFault } from './stage.ts';

export const NOTES_FAULTS: readonly SourceFault[] = [
  {
    name: 'the auditor reads no note but his own',
    from: '!(isOwn || who === AUDITOR)',
    to: '!isOwn',
    noticed: ['notes/create/outcome.status/audited', 'notes/create/outcome.status/audited/removed'],
  },
  {
    name: 'the auditor removes what he reads',
    from: '...(isOwn ? {',
    to: '...(isOwn || who === AUDITOR ? {',
    noticed: ['notes/create/outcome.status/audited/removed', 'notes/create/outcome.status/audited/left'],
  },
  {
    name: 'everybody reads every note',
    from: '!(isOwn || who === AUDITOR)',
    to: 'who === undefined',
    noticed: ['notes/create/outcome.status/audited/sought'],
  },
  {
    name: 'everybody sees the audits',
    from: 'who === AUDITOR && Object.hasOwn(AUDITS, id)',
    to: 'Object.hasOwn(AUDITS, id)',
    noticed: ['audits/read/lifecycle.other-party'],
  },
  {
    name: 'an audit is asked for nobody',
    from: 'who === AUDITOR && Object.hasOwn(AUDITS, id)',
    to: "who === 'editor' && Object.hasOwn(AUDITS, id)",
    noticed: ['audits/read/outcome.accepted'],
  },
  {
    name: 'a form that is too long ends as a general error',
    from: 'const form = new URLSearchParams(text);',
    to: "const form = new URLSearchParams(text); if (text.length > MAX_BYTES) return refused(500, 'server_error');",
    noticed: ['sign-in/token/client.huge-body'],
  },
  {
    name: 'a token says that it is of somebody else',
    from: 'tokenOf(name, until)',
    to: "tokenOf('nobody', until)",
    noticed: ['sign-in/token/token.decoded/whose'],
  },
  {
    name: 'a token says nothing',
    from: 'tokenOf(name, until)',
    to: 'crypto.randomUUID()',
    noticed: ['sign-in/token/token.decoded/whose'],
  },
  {
    name: 'of two ways in the second lets nobody in',
    from: "DOORS['by-header'].who(request) || DOORS['by-user'].who(request)",
    to: "DOORS['by-header'].who(request)",
    noticed: ['doors/either-by-user/outcome.accepted'],
  },
  {
    name: 'of two ways in the first lets nobody in',
    from: "DOORS['by-header'].who(request) || DOORS['by-user'].who(request)",
    to: "DOORS['by-user'].who(request)",
    noticed: ['doors/either/outcome.accepted'],
  },
  {
    name: 'of two ways in the second asks for no password',
    from: "DOORS['by-header'].who(request) || DOORS['by-user'].who(request)",
    to: "DOORS['by-header'].who(request) || pairOf(after('Basic', request.said))[0]",
    noticed: ['doors/either-by-user/access.wrong-password/*', 'doors/either-by-user/access.unknown-user'],
  },
  {
    name: 'a note may be kept by caches',
    from: 'GET: () => json(200, kept.get(id).note),',
    to: "GET: () => json(200, kept.get(id).note, { 'cache-control': 'private' }),",
    noticed: ['notes/read/http.headers-declared', 'notes/read/header.equals/asked-again'],
  },
  {
    name: 'who speaks another language gets another form',
    from: 'GET: () => json(200, kept.get(id).note),',
    to: "GET: ({ headers }) => json(200, kept.get(id).note, headers['accept-language'] ? { 'content-type': 'application/json;v=2' } : {}),",
    noticed: ['notes/read/header.same/asked-again'],
  },
  {
    name: 'everybody who has a name is let in',
    from: 'secrets[name] === password ? name',
    to: 'true ? name',
    noticed: ['doors/by-user/access.wrong-password/other', 'sign-in/token/client.wrong-secret/*'],
  },
  {
    name: 'an empty password will do',
    from: 'secrets[name] === password ? name',
    to: '(password === "" || secrets[name] === password) ? name',
    noticed: ['doors/by-user/access.wrong-password/empty', 'sign-in/token/client.wrong-secret/empty'],
  },
  {
    name: 'passwords are compared without regard to capitals',
    from: 'secrets[name] === password ? name',
    to: 'secrets[name].toLowerCase() === password?.toLowerCase() ? name',
    noticed: ['doors/by-user/access.wrong-password/capitals'],
  },
  {
    name: 'whose password it is does not matter',
    from: 'Object.hasOwn(secrets, name) && secrets[name] === password ? name',
    to: 'Object.values(secrets).includes(password) ? Object.keys(secrets)[0]',
    noticed: ['doors/by-user/access.unknown-user', 'sign-in/token/client.unknown'],
  },
  {
    name: 'a name without a colon is taken for itself',
    from: 'secrets[name] === password ? name',
    to: '(password ?? secrets[name]) === secrets[name] ? name',
    noticed: ['doors/by-user/access.credentials-malformed/no-colon'],
  },
  {
    name: 'name and password need not be encoded',
    from: 'if (!/^[A-Za-z0-9+/]+=*$/.test(text)) return [];',
    to: "if (text.includes(':')) return text.split(':');",
    noticed: ['doors/by-user/access.credentials-malformed/not-base64'],
  },
  {
    name: 'the word of the scheme is not looked at',
    from: 'value.toLowerCase().startsWith(`${scheme.toLowerCase()} `) ? value.slice(scheme.length + 1) : undefined',
    to: "scheme && value.includes(' ') ? value.slice(value.indexOf(' ') + 1) : undefined",
    noticed: ['doors/by-user/access.other-scheme', 'doors/by-word/access.other-scheme'],
  },
  {
    name: 'the word of the scheme is compared letter by letter',
    from: 'value.toLowerCase().startsWith(`${scheme.toLowerCase()} `)',
    to: 'value.startsWith(`${scheme} `)',
    noticed: ['doors/by-user/access.scheme-case/upper', 'doors/by-word/access.scheme-case/lower'],
  },
  {
    name: 'any key is a key',
    from: 'find((name) => secrets[name] === key)',
    to: 'find((name) => key && secrets[name] !== "")',
    noticed: ['doors/by-*/access.wrong-key/other'],
  },
  {
    name: 'the beginning of a key will do',
    from: 'find((name) => secrets[name] === key)',
    to: 'find((name) => key && secrets[name].startsWith(key))',
    noticed: ['doors/by-header/access.wrong-key/shorter', 'doors/by-cookie/access.wrong-key/shorter'],
  },
  {
    name: 'what follows a key does not matter',
    from: 'find((name) => secrets[name] === key)',
    to: 'find((name) => key?.startsWith(secrets[name]))',
    noticed: ['doors/by-query/access.wrong-key/longer'],
  },
  {
    name: 'keys are compared without regard to capitals',
    from: 'find((name) => secrets[name] === key)',
    to: 'find((name) => secrets[name].toLowerCase() === key?.toLowerCase())',
    noticed: ['doors/by-key-alone/access.wrong-key/capitals', 'doors/by-word/access.wrong-key/capitals'],
  },
  {
    name: 'the key of the header is taken from the query as well',
    from: "who: ({ headers }) => withKey(once(headers['x-note-key']))",
    to: "who: ({ headers, query }) => withKey(once(headers['x-note-key']) ?? query.get('X-Note-Key'))",
    noticed: ['doors/by-header/access.key-elsewhere/query'],
  },
  {
    name: 'the key of the query is taken from a header as well',
    from: "who: ({ query }) => withKey(query.get('key'))",
    to: "who: ({ query, headers }) => withKey(query.get('key') ?? headers.key?.[0])",
    noticed: ['doors/by-query/access.key-elsewhere/header'],
  },
  {
    name: 'the key of the cookie is taken from the query as well',
    from: 'who: ({ headers }) => withKey(/(?:^|; )note=',
    to: "who: ({ headers, query }) => withKey(query.get('note') ?? undefined) ?? withKey(/(?:^|; )note=",
    noticed: ['doors/by-cookie/access.key-elsewhere/query'],
  },
  {
    name: 'the key of the cookie is taken from a header as well',
    from: 'who: ({ headers }) => withKey(/(?:^|; )note=',
    to: 'who: ({ headers }) => withKey(headers.note?.[0]) ?? withKey(/(?:^|; )note=',
    noticed: ['doors/by-cookie/access.key-elsewhere/header'],
  },
  {
    name: 'of two credentials the first counts',
    from: 'once(headers.authorization)',
    to: 'headers.authorization?.[0]',
    noticed: ['doors/by-user/access.doubled', 'notes/read/access.doubled'],
  },
  {
    name: 'a stranger is told what there is not',
    from: 'const who = door.who(request) || undefined;',
    to: "if (segments[1] !== undefined && segments[1] !== 'me' && !kept.has(segments[1])) return problem(404, 'No');\n      const who = door.who(request) || undefined;",
    noticed: ['notes/read/access.before-id/form'],
  },
  {
    name: 'nobody is asked who he is',
    from: 'if (who === undefined) return problem(401',
    to: 'if (who === 7) return problem(401',
    noticed: ['doors/by-*/access.none', 'notes/create/access.none'],
  },
  {
    name: 'a client need not say who it is',
    from: "if (name === undefined) return refused(401, 'invalid_client');",
    to: "if (said !== undefined && name === undefined) return refused(401, 'invalid_client');",
    noticed: ['sign-in/token/client.unauthenticated', 'sign-in/token/client.in-query'],
  },
  {
    name: 'a client may say who it is in the address',
    from: "if (pathname === '/token')",
    to: "if (query.has('client_id')) request.said = `Basic ${btoa(`${query.get('client_id')}:${query.get('client_secret')}`)}`;\n      if (pathname === '/token')",
    noticed: ['sign-in/token/client.in-query'],
  },
  {
    name: 'a grant is not needed',
    from: "if (!form.has('grant_type')) return refused(400, 'invalid_request');",
    to: "if (!form.has('grant_type')) form.set('grant_type', 'client_credentials');",
    noticed: ['sign-in/token/client.grant-missing'],
  },
  {
    name: 'any grant will do',
    from: "form.get('grant_type') !== 'client_credentials'",
    to: "form.get('grant_type') === ''",
    noticed: ['sign-in/token/client.grant-unknown'],
  },
  {
    name: 'a parameter may stand twice',
    from: 'form.getAll(name).length > 1',
    to: 'form.getAll(name).length > 9',
    noticed: ['sign-in/token/client.parameter-repeated'],
  },
  {
    name: 'a parameter that nobody knows is refused',
    from: 'form.getAll(name).length > 1)',
    to: 'form.getAll(name).length > 1 || !/^grant_type$|^client_/.test(name))',
    noticed: ['sign-in/token/client.unknown-parameter'],
  },
];

/** The same, where the client shows its secret in the form. */
export const POST_FAULTS: readonly SourceFault[] = [
  {
    name: 'the secret of a form is not looked at',
    from: "withPassword([form.get('client_id'), form.get('client_secret')])",
    to: "withPassword([form.get('client_id'), secrets[form.get('client_id')]])",
    noticed: ['sign-in/token/client.wrong-secret/other', 'sign-in/token/client.wrong-secret/empty'],
  },
  {
    name: 'the client of a form is not looked at',
    from: "withPassword([form.get('client_id'), form.get('client_secret')])",
    to: "withKey(form.get('client_secret'))",
    noticed: ['sign-in/token/client.unknown'],
  },
  {
    name: 'a secret in the form lets nobody in',
    from: "if (form.has('client_secret'))",
    to: "if (form.has('client_password'))",
    noticed: ['sign-in/token/outcome.accepted'],
  },
];

/** The same, where the client signs who it is. */
export const SIGNED_FAULTS: readonly SourceFault[] = [
  {
    name: 'an assertion is taken again and again',
    from: "jti !== '' && !seen.has(jti)",
    to: "jti !== ''",
    noticed: ['sign-in/token/token.replayed'],
  },
  {
    name: 'an assertion needs no jti',
    from: "typeof jti === 'string' && jti !== '' && !seen.has(jti)",
    to: 'jti === undefined || !seen.has(jti)',
    noticed: ['sign-in/token/token.claim-missing/jti'],
  },
  {
    name: 'the signature is not looked at',
    from: "verify('sha256', `${head}.${payload}`, client.publicKey, Buffer.from(signature, 'base64url'))",
    to: 'true',
    noticed: ['sign-in/token/token.other-key'],
  },
  {
    name: 'an assertion for others is taken',
    from: '[aud].flat().includes(HERE)',
    to: 'aud !== undefined',
    noticed: ['sign-in/token/token.claim-wrong/aud'],
  },
  {
    name: 'an assertion of somebody else is taken',
    from: 'iss === client.name && sub === client.name',
    to: 'sub === client.name',
    noticed: ['sign-in/token/token.claim-wrong/iss'],
  },
  {
    name: 'whoever has a key signs for everybody',
    from: 'iss === client.name && sub === client.name',
    to: 'iss === sub && Object.values(keys).some(({ name }) => name === sub)',
    noticed: ['sign-in/token/token.of-another-device'],
  },
  {
    name: 'times are whole seconds',
    from: '[exp, iat, nbf].every((time) => Number.isFinite(time))',
    to: '[exp, iat, nbf].every((time) => Number.isInteger(time))',
    noticed: ['sign-in/token/token.time-fraction'],
  },
  {
    name: 'an assertion that is over is taken',
    from: 'exp > now() &&',
    to: '',
    noticed: ['sign-in/token/token.expired'],
  },
  {
    name: 'an assertion of any type is one',
    from: "form.get('client_assertion_type') === SIGNED ?",
    to: "form.has('client_assertion') ?",
    noticed: ['sign-in/token/token.parameter-missing/client_assertion_type'],
  },
];
