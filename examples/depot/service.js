// A depot: tools that its keeper enters by hand, and that can be lent. Nothing outlives the process.
import { createServer } from 'node:http';

const MOST_BYTES = 100_000;

/** What the keeper has entered: no request changes it. */
const TOOLS = [
  {
    code: 'S-100',
    name: 'Jigsaw',
    kind: 'saw',
    manual: { de: 'Stichsäge: Schutzbrille auf.', en: 'Jigsaw: goggles on.' },
  },
  { code: 'S-200', name: 'Fretsaw', kind: 'saw', manual: { de: 'Laubsäge: langsam.', en: 'Fretsaw: slowly.' } },
  { code: 'H-100', name: 'Mallet', kind: 'hammer', manual: { de: 'Holz auf Holz.', en: 'Wood on wood.' } },
];

const problem = (status, title, more = {}, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, ...more },
});
const refusal = (...parts) => Object.assign(new Error('refused'), { answer: problem(...parts) });
const json = (body, headers = {}, status = 200) => ({ status, headers, body });
const shown = ({ manual: _manual, ...tool }) => tool;

/** What is sent, if it is an object with these members, all of them, and no others. */
function checked(body, members) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refusal(400, 'The body is no object');
  const odd = Object.keys(body).find((name) => !Object.hasOwn(members, name));
  if (odd !== undefined) throw refusal(400, 'A member is unknown', { pointer: `/${odd}` });
  for (const [name, fits] of Object.entries(members)) {
    if (body[name] !== undefined && typeof body[name] !== 'string')
      throw refusal(400, 'A member is a text', { pointer: `/${name}` });
    if (!fits(body[name] ?? '')) throw refusal(422, 'A member is not as it should be', { pointer: `/${name}` });
  }
  return body;
}
const text = (most) => (value) => value.trim() !== '' && [...value].length <= most && !/\p{C}/u.test(value);

export function depot() {
  const loans = new Map();
  let last = 0;

  const tools = ({ searchParams }) => {
    const odd = [...searchParams.keys()].find((name) => name !== 'kind');
    const kind = searchParams.get('kind');
    if (odd !== undefined || ![null, 'saw', 'hammer'].includes(kind))
      throw refusal(400, 'The query is refused', { parameter: odd ?? 'kind' });
    return json({ tools: TOOLS.filter((tool) => kind === null || tool.kind === kind).map(shown) });
  };
  const lend = (body) => {
    const loan = {
      id: `loan-${(last += 1)}`,
      ...checked(body, { tool: (code) => TOOLS.some((t) => t.code === code), by: text(40) }),
    };
    loans.set(loan.id, loan);
    return json(loan, { location: `/loans/${loan.id}` }, 201);
  };

  /** What an address offers, by method. */
  function offered(url) {
    const [, first, id, part, more, ...others] = url.pathname.split('/').map(decodeURIComponent);
    if (others.length > 0) return {};
    if (first === 'tools' && id === undefined) return { GET: () => tools(url) };
    const tool = TOOLS.find(({ code }) => code === id);
    if (first === 'tools' && tool !== undefined && part === undefined) return { GET: () => json(shown(tool)) };
    if (first === 'tools' && tool !== undefined && part === 'manual' && Object.hasOwn(tool.manual, more))
      return { GET: () => json({ language: more, text: tool.manual[more] }) };
    if (first === 'loans' && id === undefined) return { POST: lend };
    if (first !== 'loans' || !loans.has(id) || part !== undefined) return {};
    return { GET: () => json(loans.get(id)), DELETE: () => (loans.delete(id), { status: 204 }) };
  }

  return (method, target, fields = {}, content = Buffer.alloc(0)) => {
    try {
      const ways = offered(new URL(target, 'http://depot'));
      const allow = [...Object.keys(ways), ...('GET' in ways ? ['HEAD'] : [])].join(', ');
      if (allow === '') return problem(404, 'There is nothing here');
      const act = ways[method === 'HEAD' ? 'GET' : method];
      if (act === undefined) return problem(405, 'The method is not offered', {}, { allow });
      if (method !== 'POST') return act();
      if (!/^application\/json *(;|$)/i.test(fields['content-type']?.[0] ?? '')) return problem(415, 'Bodies are JSON');
      return content.length > MOST_BYTES ? problem(413, 'The body is too large') : act(JSON.parse(content.toString()));
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
      const written = body === undefined ? '' : JSON.stringify(body);
      const own =
        written === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(written) };
      response.writeHead(status, { 'cache-control': 'no-store', ...own, ...headers });
      response.end(request.method === 'HEAD' ? undefined : written);
    });
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
