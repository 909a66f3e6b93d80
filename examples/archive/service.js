// An archive: boxes whose makers choose what they are called, and labels that stand at an address of their own. Nothing outlives the process.
import { createServer } from 'node:http';

const MOST_BYTES = 100_000;

const problem = (status, title, more = {}, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, ...more },
});
const refusal = (...parts) => Object.assign(new Error('refused'), { answer: problem(...parts) });
const json = (body, headers = {}, status = 200) => ({ status, headers, body });

const isText = (value) => typeof value === 'string';
const text = (most) => (value) => value.trim() !== '' && [...value].length <= most && !/\p{C}/u.test(value);
const several = (values) => values.length <= 4 && new Set(values).size === values.length;

/** What the members of a record may be: their type, and what of that type they are. */
const BOX = {
  label: { type: isText, fits: text(40), required: true },
  keywords: {
    type: (value) => Array.isArray(value) && value.every(isText),
    fits: (all) => several(all) && all.every(text(12)),
  },
  years: {
    type: (value) => Array.isArray(value) && value.every(Number.isInteger),
    fits: (all) => all.length > 0 && all.every((year) => year >= 1000 && year <= 2100),
  },
};
const LABEL = {
  colour: { type: isText, fits: (value) => ['red', 'green'].includes(value), required: true },
  note: { type: isText, fits: text(40) },
};

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The members that are sent in this place, if they are a record. */
function checked(members, known, place) {
  if (!isObject(members)) throw refusal(400, 'There is no object', { pointer: place });
  const odd = Object.keys(members).find((name) => !Object.hasOwn(known, name));
  if (odd !== undefined) throw refusal(400, 'A member is unknown', { pointer: `${place}/${odd}` });
  for (const [name, { type, fits, required }] of Object.entries(known)) {
    const [value, pointer] = [members[name], `${place}/${name}`];
    if (value === undefined && required !== true) continue;
    if (value === undefined) throw refusal(422, 'A member is missing', { pointer });
    if (!type(value)) throw refusal(400, 'A member is of another type', { pointer });
    if (!fits(value)) throw refusal(422, 'A member is not as it should be', { pointer });
  }
  return members;
}

/** What is sent as `{ "data": { "type": "box", "attributes": … } }`. */
function sent(body, type, known) {
  if (!isObject(body) || !isObject(body.data)) throw refusal(400, 'There is no data', { pointer: '/data' });
  if (body.data.type !== type) throw refusal(400, 'The data are of another type', { pointer: '/data/type' });
  return checked(body.data.attributes, known, '/data/attributes');
}

export function archive() {
  const boxes = new Map();
  const labels = new Map();

  /** A box and, beside it, what its keeper should know. */
  const shown = (name, box) => ({
    data: { type: 'box', attributes: { name, ...box } },
    notes: box.keywords === undefined ? [{ code: 'N-1', text: 'Nobody finds a box without keywords.' }] : [],
  });
  const stored = (name, box, status) => (boxes.set(name, box), json(shown(name, box), {}, status));
  const ofBox = (name) => ({
    ...(boxes.has(name) && {
      GET: () => json(shown(name, boxes.get(name))),
      PATCH: (body) => {
        const { label = boxes.get(name).label, ...others } = sent(body, 'box', {
          ...BOX,
          label: { ...BOX.label, required: false },
        });
        return stored(name, { ...boxes.get(name), label, ...others });
      },
      DELETE: () => (boxes.delete(name), { status: 204 }),
    }),
    PUT: (body) => {
      if (boxes.has(name)) throw refusal(409, 'There is a box of that name');
      return stored(name, sent(body, 'box', BOX), 201);
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

  /** What an address offers, by method. */
  function offered({ pathname }) {
    const [, first, name, ...others] = pathname.split('/').map(decodeURIComponent);
    if (others.length > 0) return {};
    if (first === 'boxes' && name === undefined)
      return { GET: () => json({ data: [...boxes].map(([own, box]) => shown(own, box).data) }) };
    if (first === 'boxes' && /^[a-z0-9-]{3,20}$/.test(name)) return ofBox(name);
    if (first === 'labels' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name)) return ofLabel(name);
    if (first === 'keywords' && name === undefined) return { GET: () => json(keywords()) };
    return {};
  }

  return (method, target, fields = {}, content = Buffer.alloc(0)) => {
    try {
      const ways = offered(new URL(target, 'http://archive'));
      const allow = [...Object.keys(ways), ...('GET' in ways ? ['HEAD'] : [])].join(', ');
      if (allow === '') return problem(404, 'There is nothing here');
      const act = ways[method === 'HEAD' ? 'GET' : method];
      // What may be made here, and is not there yet, is not found.
      if (act === undefined)
        return 'GET' in ways
          ? problem(405, 'The method is not offered', {}, { allow })
          : problem(404, 'There is nothing here');
      if (method === 'GET' || method === 'HEAD' || method === 'DELETE') return act();
      if (!/^application\/json *(;|$)/i.test(fields['content-type']?.[0] ?? '')) return problem(415, 'Bodies are JSON');
      return content.length > MOST_BYTES ? problem(413, 'The body is too large') : act(JSON.parse(content.toString()));
    } catch (error) {
      return error.answer ?? problem(400, 'That cannot be read');
    }
  };
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
