// Notes behind eight doors: each lets the same people in, in a way of its own. Nothing outlives the process.
import { createHmac, randomBytes, verify } from 'node:crypto';
import { createServer } from 'node:http';

const MOST = 200;
const MAX_BYTES = 100_000;
const LIFE = 600;
/** Who reads the notes of all, and has what nobody else sees. */
const AUDITOR = 'auditor';
const AUDITS = { 2025: { id: '2025', found: 'Nothing amiss' } };
/** Whom assertions are for. */
const HERE = 'http://127.0.0.1:8081/token';
const SIGNED = 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer';
const SECRET = randomBytes(32);

const json = (status, body, headers = {}) => ({ status, headers, body });
const problem = (status, title, more = {}, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, ...more },
});
const refusal = (...parts) => Object.assign(new Error('refused'), { answer: problem(...parts) });

/** A field that stands twice says nothing: nobody knows which one counts. */
const once = (values) => (values?.length === 1 ? values[0] : undefined);

/** What stands after the word of a scheme, in capitals or not. */
function after(scheme, value = '') {
  return value.toLowerCase().startsWith(`${scheme.toLowerCase()} `) ? value.slice(scheme.length + 1) : undefined;
}

/** Name and password, as RFC 7617 writes them. */
function pairOf(text = '') {
  if (!/^[A-Za-z0-9+/]+=*$/.test(text)) return [];
  const pair = Buffer.from(text, 'base64').toString();
  return pair.includes(':') ? [pair.slice(0, pair.indexOf(':')), pair.slice(pair.indexOf(':') + 1)] : [pair];
}

/** Parts of a JWT, written and read. */
const write = (part) => Buffer.from(JSON.stringify(part)).toString('base64url');
const read = (part) => {
  try {
    return JSON.parse(Buffer.from(part, 'base64url').toString()) ?? {};
  } catch {
    return {};
  }
};
/** An access token says whose it is, and until when. It is looked up, and so needs to be believed nothing. */
function tokenOf(sub, exp) {
  const said = `${write({ alg: 'HS256', typ: 'JWT' })}.${write({ iss: HERE, sub, exp, jti: crypto.randomUUID() })}`;
  return `${said}.${createHmac('sha256', SECRET).update(said).digest('base64url')}`;
}

/**
 * @param secrets of each person by name: password, key and secret of a client in one
 * @param keys by their ids: whose each is, and the public half
 */
export function notes(secrets, now = () => Date.now() / 1000, keys = {}) {
  const tokens = new Map();
  const kept = new Map();
  const seen = new Set();
  let last = 0;
  const withKey = (key) => Object.keys(secrets).find((name) => secrets[name] === key);
  const withPassword = ([name, password]) =>
    Object.hasOwn(secrets, name) && secrets[name] === password ? name : undefined;
  const withToken = (token) => {
    const { name, until } = tokens.get(token) ?? {};
    return until > now() ? name : undefined;
  };

  /** Who a request is from, door by door, and what a stranger is asked for. */
  const DOORS = {
    'by-user': { who: ({ said }) => withPassword(pairOf(after('Basic', said))), asks: 'Basic realm="notes"' },
    'by-key-alone': {
      who: ({ said }) => pairOf(after('Basic', said))[1] === '' && withKey(pairOf(after('Basic', said))[0]),
      asks: 'Basic realm="notes"',
    },
    'by-word': { who: ({ said }) => withKey(after('NoteKey', said)), asks: 'NoteKey' },
    'by-header': { who: ({ headers }) => withKey(once(headers['x-note-key'])), asks: 'NoteKey' },
    'by-query': { who: ({ query }) => withKey(query.get('key')), asks: 'NoteKey' },
    'by-cookie': {
      who: ({ headers }) => withKey(/(?:^|; )note=([^;]*)/.exec(headers.cookie?.[0])?.[1]),
      asks: 'NoteKey',
    },
    either: {
      who: (request) => DOORS['by-header'].who(request) || DOORS['by-user'].who(request),
      asks: 'Basic realm="notes"',
    },
    notes: { who: ({ said }) => withToken(after('Bearer', said)), asks: 'Bearer realm="notes"' },
    audits: { who: ({ said }) => withToken(after('Bearer', said)), asks: 'Bearer realm="notes"' },
  };

  /** RFC 6749 §2.3.1: the client in Authorization or in the form, and RFC 7523 §2.2: by what it has signed. Of several ways none counts. */
  function clientOf({ said }, form) {
    const shown = [said, form.get('client_secret'), form.get('client_assertion')].filter(
      (one) => one !== null && one !== undefined,
    );
    if (shown.length !== 1) return undefined;
    if (said !== undefined) return withPassword(pairOf(after('Basic', said)).map((part) => decodeURIComponent(part)));
    if (form.has('client_secret')) return withPassword([form.get('client_id'), form.get('client_secret')]);
    return form.get('client_assertion_type') === SIGNED ? withSignature(form.get('client_assertion')) : undefined;
  }

  /** RFC 7523 §3: signed with the key of the client, for this place, within its time, and not seen before. */
  function withSignature(text) {
    const [head, payload = '', signature = '', ...more] = text.split('.');
    if (more.length > 0 || ![head, payload, signature].every((part) => /^[\w-]+$/.test(part))) return undefined;
    const [{ alg, kid, crit }, { iss, sub, aud, exp, iat, nbf = 0, jti }] = [head, payload].map(read);
    const client = Object.hasOwn(keys, kid) ? keys[kid] : undefined;
    const isTrue =
      client !== undefined &&
      alg === 'RS256' &&
      crit === undefined &&
      verify('sha256', `${head}.${payload}`, client.publicKey, Buffer.from(signature, 'base64url'));
    const isOf = client !== undefined && iss === client.name && sub === client.name && [aud].flat().includes(HERE);
    const isNow =
      [exp, iat, nbf].every((time) => Number.isFinite(time)) &&
      exp > now() &&
      exp <= now() + 330 &&
      iat <= now() + 30 &&
      nbf <= now() + 30;
    const isNew = typeof jti === 'string' && jti !== '' && !seen.has(jti);
    if (!isTrue || !isOf || !isNow || !isNew) return undefined;
    seen.add(jti);
    return client.name;
  }

  /** RFC 6749 §4.4 */
  function token({ headers, said, text }) {
    const refused = (status, error) =>
      json(
        status,
        { error },
        { 'cache-control': 'no-store', ...(status === 401 ? { 'www-authenticate': 'Basic' } : {}) },
      );
    const form = new URLSearchParams(text);
    if (!/^application\/x-www-form-urlencoded/i.test(headers['content-type']?.[0]))
      return refused(400, 'invalid_request');
    if ([...form.keys()].some((name) => form.getAll(name).length > 1)) return refused(400, 'invalid_request');
    const name = clientOf({ said }, form);
    if (name === undefined) return refused(401, 'invalid_client');
    if (!form.has('grant_type')) return refused(400, 'invalid_request');
    if (form.get('grant_type') !== 'client_credentials') return refused(400, 'unsupported_grant_type');
    const until = Math.floor(now()) + LIFE;
    const access_token = tokenOf(name, until);
    tokens.set(access_token, { name, until });
    return json(200, { access_token, token_type: 'Bearer', expires_in: LIFE }, { 'cache-control': 'no-store' });
  }

  function textOf({ headers, text }) {
    if (!/^application\/json *(;|$)/i.test(headers['content-type']?.[0])) throw refusal(415, 'Bodies are JSON');
    if (text.length > MAX_BYTES) throw refusal(413, 'The body is too large');
    const body = JSON.parse(text);
    if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refusal(400, 'The body is no object');
    const odd = Object.keys(body).find((name) => name !== 'text');
    if (odd !== undefined) throw refusal(400, 'A member is unknown', { pointer: `/${odd}` });
    const said = body.text;
    if (said !== undefined && said !== null && typeof said !== 'string')
      throw refusal(400, 'A member is a text', { pointer: '/text' });
    if (!said?.trim() || [...said].length > MOST || /\p{C}/u.test(said))
      throw refusal(422, `A note has 1 to ${MOST} characters`, { pointer: '/text' });
    return said;
  }

  /** What an address offers to a person, by method. */
  function offered(who, [door, id, ...more]) {
    if (door === 'audits')
      return who === AUDITOR && Object.hasOwn(AUDITS, id) && more.length === 0
        ? { GET: () => json(200, AUDITS[id]) }
        : {};
    if (door !== 'notes') return id === 'me' && more.length === 0 ? { GET: () => json(200, { name: who }) } : {};
    if (id === undefined)
      return {
        POST: (request) => {
          const note = { id: String((last += 1)).padStart(8, '0'), text: textOf(request) };
          kept.set(note.id, { who, note });
          return json(201, note, { location: `/notes/${note.id}` });
        },
      };
    const isOwn = kept.get(id)?.who === who;
    if (more.length > 0 || !kept.has(id) || !(isOwn || who === AUDITOR)) return {};
    return {
      GET: () => json(200, kept.get(id).note),
      ...(isOwn ? { DELETE: () => (kept.delete(id), { status: 204 }) } : {}),
    };
  }

  return (method, target, headers, text = '') => {
    try {
      const { pathname, searchParams: query } = new URL(target, 'http://notes');
      const [, ...segments] = pathname.split('/').map(decodeURIComponent);
      const said = once(headers.authorization);
      const request = { headers, query, said, text };
      if (pathname === '/token')
        return method === 'POST' ? token(request) : problem(405, 'POST', {}, { allow: 'POST' });
      const door = Object.hasOwn(DOORS, segments[0]) ? DOORS[segments[0]] : undefined;
      if (door === undefined) return problem(404, 'There is nothing here');
      const who = door.who(request) || undefined;
      const wrong =
        door.asks.startsWith('Bearer') && said !== undefined ? `${door.asks}, error="invalid_token"` : door.asks;
      if (who === undefined) return problem(401, 'Who are you?', {}, { 'www-authenticate': wrong });
      const ways = offered(who, segments);
      const allow = [...Object.keys(ways), ...('GET' in ways ? ['HEAD'] : [])].join(', ');
      if (allow === '') return problem(404, 'There is nothing here');
      const act = ways[method === 'HEAD' ? 'GET' : method];
      return act === undefined ? problem(405, 'The method is not offered', {}, { allow }) : act(request);
    } catch (error) {
      return error.answer ?? problem(400, 'That cannot be read');
    }
  };
}

export function serve(port, answer) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks).toString();
      const { method, url, headersDistinct: fields } = request;
      const isHosted = /^[\w.-]+(:\d+)?$/.test(fields.host?.join());
      const { status, headers, body } = isHosted ? answer(method, url, fields, sent) : problem(400, 'Which host?');
      const text = body === undefined ? '' : JSON.stringify(body);
      const own = text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(status, { 'cache-control': 'no-store', ...own, ...headers });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
