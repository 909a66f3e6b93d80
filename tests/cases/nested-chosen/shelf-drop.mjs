// Shelves and things, created by a PUT to a name that the client chooses. Every fifth create of a shelf is stored and never answered. Prints its port.
import { createServer } from 'node:http';
const shelves = new Map();
let k = 0;
createServer(async (q, s) => {
  let text = '';
  try { for await (const p of q) text += p; } catch { return; }
  const say = (status, body) => { const t = body === undefined ? '' : JSON.stringify(body); s.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }); s.end(t); };
  const u = new URL(q.url, 'http://x');
  const [, kind, shelf, name] = u.pathname.split('/');
  if (kind === 'count') return say(200, [...shelves.keys()].length);
  if (kind === 'shelves') {
    if (q.method === 'PUT' && !shelves.has(shelf) && ++k % 5 === 0) { shelves.set(shelf, new Map()); return q.socket.destroy(); }
    if (q.method === 'PUT') { const is = shelves.has(shelf); if (!is) shelves.set(shelf, new Map()); return say(is ? 204 : 201); }
    if (!shelves.has(shelf)) return say(404, { error: 'none' });
    if (q.method === 'DELETE') { shelves.delete(shelf); return say(204); }
    return say(200, { name: shelf });
  }
  const things = shelves.get(shelf);
  if (things === undefined) return say(404, { error: 'none' });
  if (name === undefined) {
    const page = Number(u.searchParams.get('page') ?? 1), size = Number(u.searchParams.get('size') ?? 10);
    if (!(page >= 1 && size >= 1 && size <= 10 && Number.isInteger(page) && Number.isInteger(size))) return say(400, { error: 'page' });
    const all = [...things.keys()].sort();
    return say(200, { items: all.slice((page - 1) * size, page * size).map((n) => ({ name: n, ...things.get(n) })), pages: Math.ceil(all.length / size) });
  }
  if (q.method === 'PUT') { let b; try { b = JSON.parse(text); } catch { return say(400, { error: 'body' }); } if (typeof b?.title !== 'string') return say(400, { error: 'shape' }); const is = things.has(name); things.set(name, { title: b.title }); return say(is ? 204 : 201); }
  if (!things.has(name)) return say(404, { error: 'none' });
  if (q.method === 'DELETE') { things.delete(name); return say(204); }
  return say(200, { name, ...things.get(name) });
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
