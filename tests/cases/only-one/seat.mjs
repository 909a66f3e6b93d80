// A singleton with GET, POST and DELETE that exists before the run. Prints its port. `vacant` as argument: it does not exist.
import { createServer } from 'node:http';
let seat = process.argv[2] === 'vacant' ? null : { name: 'Held for years', since: '2019-05-01T08:00:00Z', active: true };
const log = [];
createServer(async (q, r) => {
  let t = ''; try { for await (const c of q) t += c; } catch { return; }
  const say = (s, b) => { r.writeHead(s, { 'content-type': 'application/json' }); r.end(b === undefined ? undefined : JSON.stringify(b)); };
  const path = q.url.split('?')[0];
  if (path === '/log') return say(200, { log, seat });
  log.push(`${q.method} ${path}`);
  if (path === '/seat/leave' && q.method === 'PUT') { if (seat) seat.active = false; return seat ? say(200, seat) : say(404, {}); }
  if (path !== '/seat') return say(404, {});
  if (q.method === 'GET' || q.method === 'HEAD') return seat ? say(200, seat) : say(404, {});
  if (q.method === 'DELETE') { const had = seat; seat = null; return had ? say(204) : say(404, {}); }
  if (q.method === 'POST') {
    let b; try { b = JSON.parse(t); } catch { return say(422, {}); }
    if (typeof b?.name !== 'string' || b.name.length > 30) return say(422, {});
    if (seat) return say(409, { message: 'there is one' });
    seat = { name: b.name, since: new Date().toISOString(), active: true }; return say(200, seat);
  }
  return say(405, {});
}).listen(0, '127.0.0.1', function () { console.log(this.address().port); });
