// A depot: tools that its keeper enters by hand, and that can be lent. Nothing outlives the process.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const MAX_BYTES = 100_000;

/** What the keeper has entered: no request changes it. */
const TOOLS = [
  {
    code: 'S-100',
    name: 'Jigsaw',
    kind: 'saw',
    kilos: 2.5,
    maker: 'Bosse',
    manual: { de: 'Stichsäge: Schutzbrille auf.', en: 'Jigsaw: goggles on.' },
  },
  {
    code: 'S-200',
    name: 'Fretsaw',
    kind: 'saw',
    kilos: null,
    manual: { de: 'Laubsäge: langsam.', en: 'Fretsaw: slowly.' },
  },
  { code: 'H-100', name: 'Mallet', kind: 'hammer', kilos: 1, manual: { de: 'Holz auf Holz.', en: 'Wood on wood.' } },
];

const problem = (status, title, more = {}, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, ...more },
});
const refusal = (...parts) => Object.assign(new Error('refused'), { answer: problem(...parts) });
const json = (body, headers = {}, status = 200) => ({ status, headers, body });
const shown = ({ manual: _manual, ...tool }) => tool;

/** What HTML forms send: names and values, or a part for each. */
const FORM = /^application\/x-www-form-urlencoded$/;
const PARTS = /^multipart\/form-data; *boundary=/;
const ofForm = (content) => Object.fromEntries(new URLSearchParams(content.toString()));
const ofParts = (content) =>
  Object.fromEntries(
    [...content.toString().matchAll(/name="([^"]*)"\r\n\r\n([^]*?)\r\n--/g)].map(([, name, value]) => [name, value]),
  );

/** What is sent, if it is an object with these members, all of them, and no others. */
function checked(body, members) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refusal(400, 'The body is no object');
  const odd = Object.keys(body).find((name) => !Object.hasOwn(members, name));
  if (odd !== undefined) throw refusal(400, 'A member is unknown', { pointer: `/${odd}` });
  for (const [name, fits] of Object.entries(members)) {
    if (body[name] !== undefined && typeof body[name] !== 'string')
      throw refusal(400, 'A member is a text', { pointer: `/${name}` });
    if (!fits(body[name])) throw refusal(422, 'A member is not as it should be', { pointer: `/${name}` });
  }
  return body;
}
/** A state of a record, and whether the conditions of a request hold of it (RFC 9110 §13). */
const tagOf = (record) => `"${createHash('sha256').update(JSON.stringify(record)).digest('hex').slice(0, 16)}"`;
const names = (field, tag) => field.split(',').some((one) => one.trim() === '*' || one.trim() === tag);
function conditions(record, fields, isRequired = false) {
  const [must, not] = ['if-match', 'if-none-match'].map((name) => fields[name]?.join());
  if (isRequired && must === undefined) throw refusal(428, 'By which state?');
  const tag = record === undefined ? undefined : tagOf(record);
  if (must !== undefined && (tag === undefined || !names(must, tag))) throw refusal(412, 'It is not as it was');
  if (not !== undefined && tag !== undefined && names(not, tag)) throw refusal(412, 'There is one');
}
/** Who has it in its present state gets it no second time. */
function unlessKnown(record, fields) {
  const [etag, known] = [tagOf(record), fields['if-none-match']?.join()];
  return known !== undefined && names(known, etag) ? { status: 304, headers: { etag } } : json(record, { etag });
}
const text = (most) => (value) =>
  value !== undefined && value.trim() !== '' && [...value].length <= most && !/\p{C}/u.test(value);

export function depot() {
  const loans = new Map();
  const benches = new Map();
  const counts = new Map();
  const drawings = new Map();
  let hours = { opens: '08:00', closes: '17:00' };
  let last = 0;

  const tools = ({ searchParams }) => {
    const odd = [...searchParams.keys()].find((name) => name !== 'kind' && name !== 'kinds');
    const kind = searchParams.get('kind');
    if (odd !== undefined || ![null, 'saw', 'hammer'].includes(kind))
      throw refusal(400, 'The query is refused', { error: { code: 'query', parameter: odd ?? 'kind' } });
    const kinds = searchParams.get('kinds')?.split(',') ?? ['saw', 'hammer'];
    if (!kinds.every((one) => ['saw', 'hammer'].includes(one)))
      throw refusal(400, 'The query is refused', { error: { code: 'query', parameter: 'kinds' } });
    return json({
      tools: TOOLS.filter((tool) => kind === null || tool.kind === kind)
        .filter((tool) => kinds.includes(tool.kind))
        .map(shown),
    });
  };
  const lend = (body) => {
    const loan = {
      id: `loan-${(last += 1)}`,
      ended: false,
      ...checked(body, { tool: (code) => TOOLS.some((t) => t.code === code), by: text(40) }),
    };
    loans.set(loan.id, loan);
    return json(loan, { location: `/loans/${loan.id}` }, 201);
  };

  /** Who had a tool is known afterwards. */
  const ended = (id) => loans.set(id, { ...loans.get(id), ended: true });

  const bench = (body) => checked(body, { name: text(40), place: (value) => value === undefined || text(40)(value) });
  const made = (body) => {
    const record = { id: `bench-${(last += 1)}`, ...bench(body) };
    benches.set(record.id, record);
    return json(record, { location: `/benches/${record.id}`, etag: tagOf(record) }, 201);
  };
  const moved = (record) => (benches.set(record.id, record), json(record, { etag: tagOf(record) }));
  /** What can be done to one bench, by its present state. */
  const ofBench = (id, fields) => ({
    ...(benches.has(id) && {
      GET: () => unlessKnown(benches.get(id), fields),
      DELETE: () => (conditions(benches.get(id), fields, true), benches.delete(id), { status: 204 }),
    }),
    PUT: (body) => {
      const [known, record] = [benches.get(id), { id, ...bench(body) }];
      if (known === undefined && !/^bench-\d+$/.test(id)) throw refusal(404, 'There is nothing here');
      conditions(known, fields);
      benches.set(id, record);
      return json(record, { etag: tagOf(record) }, known === undefined ? 201 : 200);
    },
  });
  const time = (value) => /^([01]\d|2[0-3]):[0-5]\d$/.test(value);
  const extend = (loan, body) => {
    if (loan.ended) throw refusal(409, 'It has ended');
    if (loan.until !== undefined) throw refusal(409, 'It is extended already');
    const { days } = checked(body, { days: (value) => /^[1-9]$/.test(value) });
    loans.set(loan.id, { ...loan, until: days });
    return json(loans.get(loan.id));
  };

  /** A drawing is kept as it came. */
  const draw = (content, type) => {
    if (content.length === 0) throw refusal(400, 'There is no drawing');
    const id = `drawing-${(last += 1)}`;
    drawings.set(id, { content, type });
    return json({ id }, { location: `/drawings/${id}` }, 201);
  };
  const drawn = (id) => ({
    GET: () => ({ status: 200, headers: { 'content-type': drawings.get(id).type }, body: drawings.get(id).content }),
    DELETE: () => (drawings.delete(id), { status: 204 }),
  });
  const table = () => {
    const lines = TOOLS.map(({ code, name }) => `${code},${name}\r\n`);
    return {
      status: 200,
      headers: { 'content-type': 'text/csv' },
      body: Buffer.from(`code,name\r\n${lines.join('')}`),
    };
  };
  const note = (fields) => json({ heard: checked(fields, { text: text(40) }).text });

  /** Counting takes a while: whoever asks too early is told so, and then where the report is. */
  const count = () => {
    const id = String((last += 1));
    counts.set(id, 0);
    return json({ state: 'counting', links: { self: `inventories/${id}` } }, { location: `/inventories/${id}` }, 202);
  };
  const progress = (id) => {
    counts.set(id, counts.get(id) + 1);
    if (counts.get(id) < 3) return json({ state: 'counting' }, {}, 202);
    return { status: 303, headers: { location: `/inventories/${id}/report` } };
  };

  /** What an address offers, by method. */
  function offered(url, fields) {
    const [, first, id, part, more, ...others] = url.pathname.split('/').map(decodeURIComponent);
    if (others.length > 0) return {};
    const placed = first === 'kinds' && part === 'tools' && TOOLS.find((one) => one.kind === id && one.code === more);
    if (placed) return { GET: () => json({ place: `${placed.kind}s, ${placed.name}` }) };
    if (first === 'tools' && id === undefined) return { GET: () => tools(url) };
    const tool = TOOLS.find(({ code }) => code === id);
    if (first === 'tools' && tool !== undefined && part === undefined) return { GET: () => json(shown(tool)) };
    if (first === 'tools' && tool !== undefined && part === 'manual' && Object.hasOwn(tool.manual, more))
      return { GET: () => json({ language: more, text: tool.manual[more] }) };
    if (first === 'benches' && id === undefined) return { POST: made };
    if (first === 'benches' && part === undefined) return ofBench(id, fields);
    if (first === 'benches' && benches.has(id) && part === 'attic' && more === undefined)
      return { POST: { taking: /^$/, act: () => moved({ ...benches.get(id), place: 'Attic' }) } };
    if (first === 'hours' && id === undefined)
      return {
        GET: () => unlessKnown(hours, fields),
        PUT: (body) => {
          checked(body, { opens: time, closes: time });
          conditions(hours, fields, true);
          return json((hours = body));
        },
        OPTIONS: () => ({ status: 204, headers: { allow: 'GET, HEAD, PUT, OPTIONS' } }),
      };
    if (first === 'drawings' && id === undefined) return { POST: { taking: /^image\/svg\+xml$/, act: draw } };
    if (first === 'drawings' && drawings.has(id) && part === undefined) return drawn(id);
    if (first === 'tools.csv' && id === undefined) return { GET: table };
    if (first === 'suggestions' && id === undefined)
      return { POST: { taking: FORM, act: (content) => note(ofForm(content)) } };
    if (first === 'complaints' && id === undefined)
      return { POST: { taking: PARTS, act: (content) => note(ofParts(content)) } };
    if (first === 'inventories' && id === undefined) return { POST: count };
    if (first === 'inventories' && counts.has(id) && part === undefined) return { GET: () => progress(id) };
    if (first === 'inventories' && counts.get(id) >= 3 && part === 'report' && more === undefined)
      return { GET: () => json({ tools: TOOLS.length }) };
    if (first === 'loans' && id === undefined)
      return { GET: () => json([...loans.values()].filter(({ ended }) => !ended)), POST: lend };
    if (first !== 'loans' || !loans.has(id)) return {};
    if (part === 'extension' && more === undefined) return { POST: (body) => extend(loans.get(id), body) };
    if (part !== undefined) return {};
    return { GET: () => json(loans.get(id)), DELETE: () => (ended(id), { status: 204 }) };
  }

  return (method, target, fields = {}, content = Buffer.alloc(0)) => {
    try {
      const ways = offered(new URL(target, 'http://depot'), fields);
      const allow = [...Object.keys(ways), ...('GET' in ways ? ['HEAD'] : [])].join(', ');
      if (allow === '') return problem(404, 'There is nothing here');
      const act = ways[method === 'HEAD' ? 'GET' : method];
      if (act === undefined) return problem(405, 'The method is not offered', {}, { allow });
      const type = fields['content-type']?.[0] ?? '';
      if (act.taking?.test(type)) return act.act(content, type);
      if (act.taking !== undefined) return problem(415, 'That is not taken here');
      if ((method !== 'POST' && method !== 'PUT') || act === count) return act();
      if (!/^application\/json *(;|$)/i.test(fields['content-type']?.[0] ?? '')) return problem(415, 'Bodies are JSON');
      return content.length > MAX_BYTES ? problem(413, 'The body is too large') : act(JSON.parse(content.toString()));
    } catch (error) {
      return error.answer ?? problem(400, 'That cannot be read');
    }
  };
}

export function serve(port, answer = depot()) {
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
