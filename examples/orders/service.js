// Orders, as a service with HAL has them: a create answers with the address of what it made and no more, a list of nothing has none.
import { createServer } from 'node:http';

const MAX_BYTES = 100_000;

const problem = (status, title, field, headers = {}) => ({
  status,
  headers: { 'content-type': 'application/problem+json', ...headers },
  body: { type: 'about:blank', title, status, ...(field === undefined ? {} : { field }) },
});
/** What the framework says before the service is asked. */
const early = (status, error, headers = {}) => ({ status, headers, body: { status, error } });

const isText = (value, most) => typeof value === 'string' && value.length > 0 && [...value].length <= most;
/** In percent, to a hundredth. */
const isRebate = (value) =>
  typeof value === 'number' && value >= 0 && value <= 50 && value === Number(value.toFixed(2));
const isMap = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isMail = (value) => isText(value, 254) && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(value);
/** Of a buyer, what may be wrong about it. */
const fitsBuyer = {
  name: (value) => isText(value, 40),
  mail: (value) => value === undefined || value === null || isMail(value),
};
/** The first member that is not there though it has to be, that there is not, or that is not valid; the buyer's by their way. */
function wrongIn(body, valid, way = '') {
  const name = [...Object.keys(body), ...Object.keys(valid)].find((one) => valid[one]?.(body[one]) !== true);
  return name === undefined ? undefined : `${way}${name}`;
}
const fits = {
  number: (value) => isText(value, 12) && /^[A-Z0-9-]+$/.test(value),
  note: (value) => value === undefined || value === null || isText(value, 60),
  wish: (value) => value === undefined || value === null || isText(value, 20),
  rebate: (value) => value === undefined || value === null || isRebate(value),
};

export function orders() {
  const all = new Map();
  let last = 0;
  const shown = ({ id, number, buyer, note, wish, rebate, state }) => ({
    id,
    number,
    buyer: { name: buyer.name, mail: buyer.mail ?? null },
    note: note ?? null,
    wish: wish ?? null,
    rebate: rebate ?? null,
    state,
  });

  /** The object that a request brings, or how it is refused. */
  function brought(fields, content) {
    const type = (fields['content-type']?.join() ?? '').toLowerCase();
    if (!/^application\/json *(;|$)/.test(type)) return early(415, 'Unsupported Media Type');
    if ((fields['content-encoding']?.join() ?? 'identity') !== 'identity') return early(415, 'Unsupported Media Type');
    let body;
    try {
      body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(content));
    } catch {
      return early(400, 'Bad Request');
    }
    return isMap(body) ? { sent: body } : early(400, 'Bad Request');
  }
  /** What of it is kept of an order, or how it is refused. */
  function valid(body, own) {
    const wrong = wrongIn(body, { ...fits, buyer: isMap }) ?? wrongIn(body.buyer, fitsBuyer, 'buyer.');
    if (wrong !== undefined) return problem(422, 'Not valid', wrong);
    const { number, buyer, note, wish, rebate } = body;
    const other = [...all.values()].find((one) => one.number === number && one.id !== own);
    return other === undefined ? { values: { number, buyer, note, wish, rebate } } : problem(409, 'Taken', 'number');
  }
  function written(fields, content, own) {
    const { sent, ...refusal } = brought(fields, content);
    return sent === undefined ? refusal : valid(sent, own);
  }
  const draft = (values) => {
    last += 1;
    all.set(last, { id: last, ...values, state: 'draft' });
    return last;
  };
  const made = (values) => {
    draft(values);
    return { status: 201, headers: { location: `/orders/${last}?version=1` } };
  };
  /** All of them, or none. */
  function imported(fields, content) {
    const { sent, ...refusal } = brought(fields, content);
    if (sent === undefined) return refusal;
    const { orders: list, ...more } = sent;
    if (
      !Array.isArray(list) ||
      list.length === 0 ||
      list.length > 20 ||
      !list.every(isMap) ||
      Object.keys(more).length > 0
    )
      return problem(422, 'Not valid', 'orders');
    const read = list.map((one) => valid(one));
    const numbers = new Set(list.map(({ number }) => number));
    const { values: _values, ...wrong } = read.find(({ values }) => values === undefined) ?? {};
    if (wrong.status !== undefined) return wrong;
    if (numbers.size < list.length) return problem(409, 'Taken', 'number');
    return { status: 200, body: { results: read.map(({ values }) => ({ id: draft(values) })) } };
  }
  function list(query) {
    const [page, size] = [query.get('page') ?? '0', query.get('size') ?? '5'];
    if (!/^\d{1,6}$/.test(page) || !/^\d{1,3}$/.test(size) || Number(size) < 1 || Number(size) > 10)
      return early(400, 'Bad Request');
    const [note, state] = [query.get('note'), query.get('state')];
    if (state !== null && !['draft', 'submitted', 'cancelled'].includes(state)) return early(400, 'Bad Request');
    const found = [...all.values()].filter(
      (one) => (note === null || one.note === note) && (state === null || one.state === state),
    );
    const some = found.slice(Number(page) * Number(size), (Number(page) + 1) * Number(size)).map(shown);
    const totals = { size: Number(size), totalElements: found.length, number: Number(page) };
    return { status: 200, body: { ...(some.length > 0 ? { _embedded: { orders: some } } : {}), page: totals } };
  }
  const moved = (order, from, state) => {
    if (!from.includes(order.state)) return problem(409, 'Not in this state');
    all.set(order.id, { ...order, state });
    return { status: 200, body: shown(all.get(order.id)) };
  };

  return (method, target, fields, content) => {
    const { pathname, searchParams: query } = new URL(target, 'http://orders.example');
    let path;
    try {
      path = decodeURIComponent(pathname);
    } catch {
      return early(400, 'Bad Request');
    }
    const [, id, action] = /^\/orders(?:\/([^/]+))?(?:\/(submit|cancel|copy))?$/.exec(path) ?? [undefined, '', ''];
    const isImport = path === '/imports';
    if (id === '' && !isImport) return early(404, 'Not Found');
    const methods =
      action || isImport ? ['POST'] : id === undefined ? ['GET', 'HEAD', 'POST'] : ['GET', 'HEAD', 'PUT', 'DELETE'];
    if (!methods.includes(method)) return early(405, 'Method Not Allowed', { allow: methods.join(', ') });
    if (query.getAll('version').join() !== '1') return early(400, 'Bad Request');
    if (isImport) return imported(fields, content);
    if (id === undefined && method !== 'POST') return list(query);
    if (id === undefined) {
      const { values, ...refusal } = written(fields, content);
      return values === undefined ? refusal : made(values);
    }
    if (!/^-?\d{1,19}$/.test(id)) return early(400, 'Bad Request');
    const order = all.get(Number(id));
    if (order === undefined) return early(404, 'Not Found');
    if (action === 'submit') return moved(order, ['draft'], 'submitted');
    if (action === 'copy') {
      const { id: _id, ...values } = order;
      return made({ ...values, number: `COPY-${last + 1}` });
    }
    if (action === 'cancel') return moved(order, ['draft', 'submitted'], 'cancelled');
    if (method === 'PUT') {
      const { values, ...refusal } = written(fields, content, order.id);
      if (values === undefined) return refusal;
      all.set(order.id, { id: order.id, ...values, state: order.state });
      return { status: 204 };
    }
    if (method !== 'DELETE') return { status: 200, body: shown(order) };
    if (order.state === 'submitted') return problem(409, 'Cancel it first');
    all.delete(order.id);
    return { status: 204 };
  };
}

/** Listens; a port of 0 is any that is free. */
export function serve(port = 8080) {
  const speak = orders();
  const server = createServer((request, response) => {
    const parts = [];
    let bytes = 0;
    request.on('data', (part) => {
      bytes += part.length;
      if (bytes <= MAX_BYTES) parts.push(part);
    });
    request.on('end', () => {
      const isHosted = /^[\w.-]+(:\d+)?$/.test(request.headersDistinct.host?.join());
      const { status, headers, body } = !isHosted
        ? early(400, 'Bad Request')
        : bytes > MAX_BYTES
          ? early(413, 'Content Too Large')
          : speak(request.method, request.url, request.headersDistinct, Buffer.concat(parts));
      response.writeHead(status, { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers });
      response.end(body === undefined || request.method === 'HEAD' ? undefined : JSON.stringify(body));
    });
  });
  return new Promise((resolve) => server.listen(port, '127.0.0.1', () => resolve(server)));
}
