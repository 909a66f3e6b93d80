// Notes. DELETE requires the revision (?rev=); with another one it returns 404 and removes nothing, as PouchDB Server does. Prints its port.
import { createServer } from 'node:http';
const notes = new Map();
let n = 0;
createServer(async (q, s) => {
  let text = '';
  try { for await (const p of q) text += p; } catch { return; }
  const say = (status, body) => { s.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' }); s.end(body === undefined ? '' : JSON.stringify(body)); };
  const u = new URL(q.url, 'http://x');
  const [, kind, id] = u.pathname.split('/');
  if (u.pathname === '/count') return say(200, { count: notes.size });
  if (kind !== 'notes') return say(404, { error: 'none' });
  if (id === undefined && q.method === 'POST') { let b; try { b = JSON.parse(text); } catch { return say(400, { error: 'body' }); } if (typeof b?.title !== 'string') return say(400, { error: 'shape' }); const note = { id: `n${++n}`, rev: `r${n}`, title: b.title }; notes.set(note.id, note); return say(201, note); }
  const note = notes.get(id);
  if (note === undefined) return say(404, { error: 'missing' });
  if (q.method === 'DELETE') { if (u.searchParams.get('rev') !== note.rev) return say(404, { error: 'missing' }); notes.delete(id); return say(204); }
  return say(200, note);
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
