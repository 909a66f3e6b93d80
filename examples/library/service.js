// A library: shelves with books, which are listed in each of four styles of paging. Nothing outlives the process.
import { createServer } from 'node:http';

const MOST = 10;
const USUAL = 5;
/** Books on a sheet. */
const SHEET = 5;
const MAX_BYTES = 100_000;
const problem = (status, title, more = {}, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, ...more },
});
const refusal = (...parts) => Object.assign(new Error('refused'), { answer: problem(...parts) });
const refused = (parameter, detail) => refusal(400, 'The query is refused', { detail, parameter });

function number(query, name, usual, least) {
  const text = query.get(name);
  if (text === null) return usual;
  if (!/^-?\d+$/.test(text) || Number(text) < least) throw refused(name, `a whole number, ${least} at least`);
  return Number(text);
}
const sizeOf = (query) => Math.min(number(query, 'limit', USUAL, 1), MOST);
/** The books that a query asks for, in its order. */
function chosen(books, query, ...paging) {
  const odd = [...query.keys()].find((name) => !['author', 'authors', 'sort', 'q', 'limit', ...paging].includes(name));
  // Links are passed on, and parameters come to them on the way.
  if (odd !== undefined && !paging.includes('from')) throw refused(odd, 'there is no such parameter');
  const [author, sort, q] = ['author', 'sort', 'q'].map((name) => query.get(name));
  if (!['title', '-title', null].includes(sort)) throw refused('sort', 'title or -title');
  let found = [...books];
  const authors = query.getAll('authors');
  if (authors.length > 0) found = found.filter((book) => authors.includes(book.author));
  if (author !== null) found = found.filter((book) => book.author === author);
  if (q !== null) found = found.filter((book) => book.title.toLowerCase().includes(q.toLowerCase()));
  if (sort !== null) found.sort((a, b) => (a.title < b.title ? -1 : 1) * (sort === 'title' ? 1 : -1));
  return found;
}
const json = (body, headers = {}, status = 200) => ({ status, headers, body });

/** The same books in each style of paging. */
const LISTS = {
  books(books, { searchParams: query }) {
    const [all, size, cursor] = [chosen(books, query, 'cursor'), sizeOf(query), query.get('cursor')];
    const start = cursor === null ? 0 : Number(/^after-(\d+)$/.exec(cursor)?.[1] ?? Number.NaN);
    if (Number.isNaN(start)) throw refused('cursor', 'that is no cursor of this list');
    const end = start + size;
    return json({ data: all.slice(start, end), next_cursor: end < all.length ? `after-${end}` : null });
  },
  pages(books, { searchParams: query }) {
    const [all, size, page] = [chosen(books, query, 'page'), sizeOf(query), number(query, 'page', 1, 1)];
    const items = all.slice((page - 1) * size, page * size);
    return json({ page, pages: Math.ceil(all.length / size), items });
  },
  offsets(books, { searchParams: query }) {
    const [all, size] = [chosen(books, query, 'offset', 'page'), sizeOf(query)];
    if (query.has('page') && query.has('offset')) throw refused('page', 'a page or an offset');
    const start = query.has('page') ? (number(query, 'page', 1, 1) - 1) * size : number(query, 'offset', 0, 0);
    return json({ total: all.length, books: all.slice(start, start + size) });
  },
  sheets(books, sheet) {
    if (!/^[1-9]\d{0,8}$/.test(sheet)) throw refusal(400, 'There is no such sheet', { parameter: 'sheet' });
    return json(books.slice((sheet - 1) * SHEET, sheet * SHEET));
  },
  links(books, { pathname, searchParams: query }) {
    const [all, size, start] = [chosen(books, query, 'from'), sizeOf(query), number(query, 'from', 0, 0)];
    const end = start + size;
    const to = { first: 0, last: Math.max(0, Math.ceil(all.length / size) - 1) * size };
    if (end < all.length) to.next = end;
    if (start > 0) to.prev = Math.max(0, start - size);
    const address = (from) => `${pathname}?${new URLSearchParams({ ...Object.fromEntries(query), from })}`;
    const link = Object.entries(to).map(([rel, from]) => `<${address(from)}>; rel="${rel}"`);
    return json(all.slice(start, end), { link: link.join(', ') });
  },
};

/** What is sent, if it has these members and no others: texts, each of so many characters at most. */
function checked(body, members) {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw refusal(400, 'The body is no object');
  const odd = Object.keys(body).find((name) => !Object.hasOwn(members, name));
  if (odd !== undefined) throw refusal(400, 'A member is unknown', { pointer: `/${odd}` });
  for (const [name, most] of Object.entries(members)) {
    const value = body[name];
    if (value !== undefined && typeof value !== 'string')
      throw refusal(400, 'A member is a text', { pointer: `/${name}` });
    if (value === undefined || value.trim() === '' || [...value].length > most || /\p{C}/u.test(value))
      throw refusal(422, `A member has 1 to ${most} characters`, { pointer: `/${name}` });
  }
  return body;
}

export function library() {
  const shelves = new Map();
  const books = new Map();
  let last = 0;
  const made = (where, place, record) => {
    const id = String((last += 1)).padStart(8, '0');
    where.set(id, { id, ...record });
    return json(shown({ id, ...record }), { location: `/${place}/${id}` }, 201);
  };
  const shown = ({ shelf: _shelf, ...record }) => record;
  const on = (shelf) => [...books.values()].filter((book) => book.shelf === shelf);
  const one = (where, id, remove) => ({ GET: () => json(shown(where.get(id))), DELETE: remove });

  /** What an address offers, by method. */
  function offered(url) {
    const [, first, id, list, ...more] = url.pathname.split('/').map(decodeURIComponent);
    if (first === 'shelves' && shelves.has(id) && list === 'sheets' && more.length === 1)
      return { GET: () => LISTS.sheets(on(id).map(shown), more[0]) };
    if (more.length > 0) return {};
    if (first === 'shelves' && id === undefined)
      return { POST: (body) => made(shelves, 'shelves', checked(body, { name: 40 })) };
    if (first === 'shelves' && shelves.has(id) && list === undefined)
      return one(shelves, id, () => {
        for (const book of on(id)) books.delete(book.id);
        shelves.delete(id);
        return { status: 204 };
      });
    if (first === 'shelves' && shelves.has(id) && list !== 'sheets' && Object.hasOwn(LISTS, list)) {
      const GET = () => LISTS[list](on(id).map(shown), url);
      const POST = (body) => made(books, 'books', { ...checked(body, { title: 80, author: 60 }), shelf: id });
      return list === 'books' ? { GET, POST } : { GET };
    }
    if (first !== 'books' || !books.has(id) || list !== undefined) return {};
    return one(books, id, () => (books.delete(id), { status: 204 }));
  }

  return (method, target, type = '', text = '') => {
    try {
      const ways = offered(new URL(target, 'http://library'));
      const allow = [...Object.keys(ways), ...('GET' in ways ? ['HEAD'] : [])].join(', ');
      if (allow === '') return problem(404, 'There is nothing here');
      const act = ways[method === 'HEAD' ? 'GET' : method];
      if (act === undefined) return problem(405, 'The method is not offered', {}, { allow });
      if (method !== 'POST') return act();
      if (!/^application\/json *(;|$)/i.test(type)) return problem(415, 'Bodies are JSON');
      return text.length > MAX_BYTES ? problem(413, 'The body is too large') : act(JSON.parse(text));
    } catch (error) {
      return error.answer ?? problem(400, 'That cannot be read');
    }
  };
}

export function serve(port, answer = library()) {
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const sent = Buffer.concat(chunks).toString();
      const { method, url, headersDistinct: fields } = request;
      const isHosted = /^[\w.-]+(:\d+)?$/.test(fields.host?.join());
      const { status, headers, body } = isHosted
        ? answer(method, url, fields['content-type']?.[0], sent)
        : problem(400, 'Which host?');
      const text = body === undefined ? '' : JSON.stringify(body);
      const own = text === '' ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) };
      response.writeHead(status, { 'cache-control': 'no-store', ...own, ...headers });
      response.end(request.method === 'HEAD' ? undefined : text);
    });
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
