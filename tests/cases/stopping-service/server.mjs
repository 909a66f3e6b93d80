// node server.mjs PORT [RESTART_MS]: keeps notes, and stops when the body of a request breaks off, as it does not catch
// the error of the body. With RESTART_MS it is started again after so many milliseconds, up to ten times.
// node server.mjs PORT away FROM TO: does not stop, and answers 503 from its request FROM to its request TO.
import { fork } from 'node:child_process';
import { createServer } from 'node:http';

const [port = '0', restart, from, to] = process.argv.slice(2);
const isSteady = restart === 'away';

if (restart !== undefined && !isSteady) keepRunning(10);
else serve();

function keepRunning(times, at = port) {
  const child = fork(new URL(import.meta.url), [at]);
  process.once('SIGTERM', () => {
    child.removeAllListeners('exit');
    child.kill();
    process.exit();
  });
  child.on('message', (message) => {
    at = String(message.port);
    process.send?.(message);
  });
  child.once('exit', () => times > 0 && setTimeout(() => keepRunning(times - 1, at), Number(restart)));
}

function serve() {
  const notes = new Map();
  let next = 1;
  let requests = 0;
  const server = createServer(async (request, response) => {
    const send = (status, body, headers = {}) => {
      response.writeHead(status, { 'content-type': 'application/json', ...headers });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    };
    let text = '';
    requests += 1;
    if (isSteady && requests >= Number(from) && requests < Number(to)) return send(503, { message: 'away' });
    if (isSteady) request.on('error', () => undefined);
    try {
      for await (const chunk of request) text += chunk;
    } catch (error) {
      if (isSteady) return;
      throw error;
    }
    const [, , id] = request.url.split('?')[0].split('/');
    if (id !== undefined && !notes.has(id)) return send(404, { message: 'no such note' });
    if (request.method === 'GET') return send(200, id === undefined ? [...notes.values()] : notes.get(id));
    if (request.method === 'DELETE' && id !== undefined) return notes.delete(id), send(204);
    if (request.method !== 'POST') return send(405, { message: 'not here' }, { allow: 'GET, POST, DELETE' });
    let body;
    try {
      body = JSON.parse(text);
    } catch {
      return send(400, { message: 'no JSON' });
    }
    if (typeof body?.title !== 'string' || body.title === '') return send(422, { message: 'title is missing' });
    const note = { id: String(next++), title: body.title };
    notes.set(note.id, note);
    send(201, note, { location: `/notes/${note.id}` });
  });
  // Ends before any response: a service that ends a moment later may still respond to the next request.
  if (!isSteady) server.on('clientError', () => process.exit(1));
  server.listen(Number(port), '127.0.0.1', () => process.send?.({ port: server.address().port }));
}
