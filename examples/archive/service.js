// An archive: boxes whose makers choose what they are called, and labels that stand at an address of their own. Nothing outlives the process.
import { createHash, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_BYTES = 100_000;

const problem = (status, title, more = {}, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, ...more },
});
const refusal = (...parts) => Object.assign(new Error('refused'), { answer: problem(...parts) });
const json = (body, headers = {}, status = 200) => ({ status, headers, body });

/** The rooms that it has: nobody makes one. */
const ROOMS = Array.from({ length: 23 }, (_none, index) => ({ id: 100 + 2 * index, floor: 1 + Math.floor(index / 8) }));
const MAX_ROOMS = 10;

const isText = (value) => typeof value === 'string';
const text = (most) => (value) => value.trim() !== '' && [...value].length <= most && !/\p{C}/u.test(value);
const several = (values) => values.length <= 4 && new Set(values).size === values.length;

const isYear = (year) => year >= 1000 && year <= 2100;
const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the members of a record may be: their type, and what of that type they are, or what is inside them. */
const BOX = {
  label: { type: isText, fits: text(40), required: true },
  keywords: { type: Array.isArray, fits: several, entry: { type: isText, fits: text(12) } },
  years: { type: Array.isArray, fits: (all) => all.length > 0, entry: { type: Number.isInteger, fits: isYear } },
  gift: {
    type: isObject,
    parts: { giver: { type: isText, fits: text(40), required: true }, year: { type: Number.isInteger, fits: isYear } },
  },
};
const LABEL = {
  colour: { type: isText, fits: (value) => ['red', 'green'].includes(value), required: true },
  note: { type: isText, fits: text(40) },
};

/** `/leiden/boxes`; labels are written at a desk of their own, `/leiden/desk/labels`. */
const PLACE = /^\/(leiden|delft)(\/desk)?(?=\/)/;

/** The members that are sent in this place, if they are a record. */
function checked(members, known, place) {
  if (!isObject(members)) throw refusal(400, 'There is no object', { pointer: place });
  const odd = Object.keys(members).find((name) => !Object.hasOwn(known, name));
  if (odd !== undefined) throw refusal(400, 'A member is unknown', { pointer: `${place}/${odd}` });
  for (const [name, { type, fits, parts, entry, required }] of Object.entries(known)) {
    const [value, pointer] = [members[name], `${place}/${name}`];
    if (value === undefined && required !== true) continue;
    if (value === undefined) throw refusal(422, 'A member is missing', { pointer });
    if (!type(value)) throw refusal(400, 'A member is of another type', { pointer });
    if (entry !== undefined) checked({ ...value }, Object.fromEntries(value.map((_one, at) => [at, entry])), pointer);
    if (parts !== undefined) checked(value, parts, pointer);
    else if (!fits(value)) throw refusal(422, 'A member is not as it should be', { pointer });
  }
  return members;
}

/** What a record is with a merge patch applied to it (RFC 7396 §2). */
function merged(value, patch) {
  if (!isObject(patch)) return patch;
  const now = isObject(value) ? { ...value } : {};
  for (const [name, one] of Object.entries(patch)) {
    if (one === null) delete now[name];
    else now[name] = merged(now[name], one);
  }
  return now;
}

/** What is sent as `{ "data": { "type": "box", "attributes": … } }`. */
function sent(body, type) {
  if (!isObject(body) || !isObject(body.data)) throw refusal(400, 'There is no data', { pointer: '/data' });
  if (body.data.type !== type) throw refusal(400, 'The data are of another type', { pointer: '/data/type' });
  if (!isObject(body.data.attributes)) throw refusal(400, 'There is no object', { pointer: '/data/attributes' });
  return body.data.attributes;
}

/** The file and the texts of a multipart body (RFC 7578), byte for byte. */
function partsOf(content, type) {
  const text = content.toString('latin1');
  const between = `--${/boundary="?([^";]+)/.exec(type)[1]}`;
  const parts = text
    .split(between)
    .slice(1, -1)
    .map((part) => {
      const [head, ...body] = part.slice(2, -2).split('\r\n\r\n');
      const [, name] = /name="([^"]*)"/.exec(head);
      const [, filename] = /filename="([^"]*)"/.exec(head) ?? [];
      const [, media] = /content-type: *(.*)/i.exec(head) ?? [];
      return [name, { filename, media, bytes: Buffer.from(body.join('\r\n\r\n'), 'latin1') }];
    });
  return Object.fromEntries(parts);
}

/** A part of the content where one is asked for (RFC 9110 §14), with the digest of what is sent (RFC 9530). */
function contentOf({ bytes, media }, range, state) {
  const tag = `"${createHash('sha256').update(bytes).digest('hex').slice(0, 16)}"`;
  const [, from, to] = (state ?? tag) === tag ? (/^bytes=(?!-$)(\d*)-(\d*)$/.exec(range ?? '') ?? []) : [];
  const whole = { 'content-type': media, 'accept-ranges': 'bytes', 'cache-control': 'no-store', etag: tag };
  if (from === undefined) return { status: 200, headers: { ...whole, 'content-digest': digestOf(bytes) }, body: bytes };
  const first = from === '' ? Math.max(0, bytes.length - Number(to)) : Number(from);
  if (first >= bytes.length)
    return problem(416, 'There is nothing so far on', {}, { 'content-range': `bytes */${bytes.length}` });
  const last = Math.min(from === '' || to === '' ? Infinity : Number(to), bytes.length - 1);
  const part = bytes.subarray(first, last + 1);
  const there = `bytes ${first}-${last}/${bytes.length}`;
  return { status: 206, headers: { ...whole, 'content-range': there, 'content-digest': digestOf(part) }, body: part };
}
const digestOf = (bytes) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`;

export function archive() {
  const boxes = new Map();
  const labels = new Map();
  const scans = new Map();
  const readers = new Map();
  /** What was answered, by the key that it was asked with: whoever asks again gets it again. */
  const answered = new Map();

  /** A box and, beside it, what its keeper should know. */
  const shown = (name, box) => ({
    data: { type: 'box', attributes: { name, ...box } },
    notes: box.keywords === undefined ? [{ code: 'N-1', text: 'Nobody finds a box without keywords.' }] : [],
  });
  const stored = (name, box, status) => (boxes.set(name, box), json(shown(name, box), {}, status));
  const checkedBox = (box) => checked(box, BOX, '/data/attributes');
  const ofBox = (name) => ({
    ...(boxes.has(name) && {
      GET: () => json(shown(name, boxes.get(name))),
      PATCH: (body) => stored(name, checkedBox(merged(boxes.get(name), sent(body, 'box')))),
      DELETE: () => (boxes.delete(name), { status: 204 }),
    }),
    PUT: (body) => {
      if (boxes.has(name)) throw refusal(409, 'There is a box of that name');
      return stored(name, checkedBox(sent(body, 'box')), 201);
    },
  });
  const ofLabel = (code) => ({
    POST: (body) => (labels.set(code, checked(body, LABEL, '')), { status: 204 }),
    ...(labels.has(code) && {
      GET: () => json({ code, ...labels.get(code) }),
      DELETE: () => (labels.delete(code), { status: 204 }),
    }),
  });
  const keywords = () =>
    [...new Set([...boxes.values()].flatMap((box) => box.keywords ?? []))].sort((a, b) => (a < b ? -1 : 1));

  /** A scan is a file, with a title beside it. */
  const scan = (content, type, { 'idempotency-key': key }) => {
    if (key !== undefined && answered.has(key.join())) return answered.get(key.join());
    const { title, file } = partsOf(content, type);
    if (title === undefined || !text(40)(title.bytes.toString()))
      throw refusal(422, 'A scan has a title', { pointer: '/title' });
    if (file?.filename === undefined) throw refusal(422, 'A scan has a file', { pointer: '/file' });
    const made = { id: randomUUID(), title: title.bytes.toString(), called: file.filename };
    scans.set(made.id, { made, file });
    const answer = json(made, { location: `/scans/${made.id}` }, 201);
    if (key !== undefined) answered.set(key.join(), answer);
    return answer;
  };
  const ofScan = (id, part, { range, 'if-range': state }, isGet) =>
    part === 'content'
      ? { GET: () => contentOf(scans.get(id).file, isGet ? range?.join() : undefined, state?.join()) }
      : { GET: () => json(scans.get(id).made), DELETE: () => (scans.delete(id), { status: 204 }) };

  /** The rooms after one of them. */
  const rooms = ({ searchParams: query }) => {
    const number = (name, usual, least) => {
      const text = query.get(name) ?? String(usual);
      if (!/^-?\d{1,9}$/.test(text) || Number(text) < least)
        throw refusal(400, 'The query is refused', { pointer: name });
      return Number(text);
    };
    const [after, limit] = [number('after', 0, 0), Math.min(number('limit', MAX_ROOMS, 1), MAX_ROOMS)];
    const left = ROOMS.filter(({ id }) => id > after);
    return json({ rooms: left.slice(0, limit), total: ROOMS.length, more: left.length > limit });
  };

  /** Who has been here is known by a cookie. */
  const greet = () => {
    const card = randomUUID();
    readers.set(card, readers.size + 1);
    return { status: 204, headers: { 'set-cookie': `card=${card}; Path=/; HttpOnly; SameSite=Strict` } };
  };
  const known = ({ cookie }) => {
    const number = readers.get(/(?:^|; )card=([^;]*)/.exec(cookie?.join('; '))?.[1]);
    if (number === undefined) throw refusal(403, 'Who are you?');
    return json({ number });
  };

  /** What an address offers, by method. */
  function offered({ pathname, searchParams }, fields, isDesk, isGet) {
    const [, first, name, part, ...others] = pathname.split('/').map(decodeURIComponent);
    if (others.length > 0 || isDesk !== (first === 'labels')) return {};
    if (first === 'scans' && name === undefined)
      return { POST: { taking: /^multipart\/form-data; *boundary=/, act: scan } };
    if (first === 'scans' && scans.has(name) && (part === undefined || part === 'content'))
      return ofScan(name, part, fields, isGet);
    if (part !== undefined) return {};
    if (first === 'cards' && scans.has(name) && part === undefined)
      return { GET: () => ({ status: 308, headers: { location: `/scans/${name}` } }) };
    if (first === 'visits' && name === undefined) return { POST: { taking: /^/, act: greet } };
    if (first === 'visitor' && name === undefined) return { GET: () => known(fields) };
    if (first === 'boxes' && name === undefined)
      return { GET: () => json({ data: [...boxes].map(([own, box]) => shown(own, box).data) }) };
    if (first === 'boxes' && /^[a-z0-9-]{3,20}$/.test(name)) return ofBox(name);
    if (first === 'labels' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) return ofLabel(name);
    if (first === 'keywords' && name === undefined) return { GET: () => json(keywords()) };
    if (first === 'rooms' && name === undefined) return { GET: () => rooms({ searchParams }) };
    return {};
  }

  return (method, target, fields = {}, content = Buffer.alloc(0)) => {
    const { pathname, searchParams } = new URL(target, 'http://archive');
    const [place, town, desk] = PLACE.exec(pathname) ?? [];
    if (place === undefined) return problem(404, 'There is no archive here');
    const answer = inTown(
      method,
      { pathname: pathname.slice(place.length), searchParams },
      fields,
      content,
      desk !== undefined,
    );
    const { location } = answer.headers ?? {};
    return location === undefined
      ? answer
      : { ...answer, headers: { ...answer.headers, location: `/${town}${location}` } };
  };

  function inTown(method, asked, fields, content, isDesk) {
    try {
      const ways = offered(asked, fields, isDesk, method === 'GET');
      const allow = [...Object.keys(ways), ...('GET' in ways ? ['HEAD'] : [])].join(', ');
      if (allow === '') return problem(404, 'There is nothing here');
      const act = ways[method === 'HEAD' ? 'GET' : method];
      // What may be made here, and is not there yet, is not found.
      if (act === undefined)
        return 'GET' in ways
          ? problem(405, 'The method is not offered', {}, { allow })
          : problem(404, 'There is nothing here');
      if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return act();
      const type = fields['content-type']?.[0] ?? '';
      if (act.taking?.test(type)) return act.act(content, type, fields);
      if (act.taking !== undefined) return problem(415, 'That is not taken here');
      const json = method === 'PATCH' ? /^application\/merge-patch\+json *(;|$)/i : /^application\/json *(;|$)/i;
      if (!json.test(type)) return problem(415, 'Bodies are JSON, and changes a merge patch');
      return content.length > MAX_BYTES ? problem(413, 'The body is too large') : act(JSON.parse(content.toString()));
    } catch (error) {
      return error.answer ?? problem(400, 'That cannot be read');
    }
  }
}

export function serve(port, answer = archive()) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const { method, url, headersDistinct: fields } = request;
      const isHosted = /^[\w.-]+(:\d+)?$/.test(fields.host?.join());
      const { status, headers, body } = isHosted
        ? answer(method, url, fields, Buffer.concat(chunks))
        : problem(400, 'Which host?');
      const written = body === undefined ? '' : Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const own =
        written === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(written) };
      response.writeHead(status, { 'cache-control': 'no-store', ...own, ...headers });
      response.end(request.method === 'HEAD' ? undefined : written);
    });
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
