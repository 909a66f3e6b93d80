/** A small service on a socket, with the OpenAPI document that it says it keeps: what `plumbline init` is tried on. */
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export const TOKEN = 'depot-token';

/** The document, for a service at that address. */
export function depotDocument(server: string): string {
  return `openapi: 3.0.3
info: { title: Book Depot, version: "2.3" }
servers: [{ url: "${server}" }]
security: [{ bearer: [] }]
components:
  securitySchemes: { bearer: { type: http, scheme: bearer } }
  schemas:
    Problem: { type: object, required: [code, message], properties: { code: { type: string }, message: { type: string } } }
    NewBook:
      type: object
      required: [title, genre]
      properties:
        title: { type: string, minLength: 1, maxLength: 60 }
        genre: { type: string, enum: [novel, poetry, essay] }
        pages: { type: integer, minimum: 1 }
        extra: { type: object, additionalProperties: true }
    Book:
      allOf:
        - $ref: "#/components/schemas/NewBook"
        - { type: object, required: [id], properties: { id: { type: string, format: uuid, readOnly: true } } }
paths:
  /books:
    get:
      responses: { "200": { description: all, content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Book" } } } } } }
    post:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewBook" } } } }
      responses:
        "201": { description: made, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "422": { description: refused, content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
  /books/{bookId}:
    parameters: [{ name: bookId, in: path, required: true, schema: { type: string } }]
    get:
      responses:
        "200": { description: one, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } }
        "404": { description: none, content: { application/json: { schema: { $ref: "#/components/schemas/Problem" } } } }
    put:
      requestBody: { required: true, content: { application/json: { schema: { $ref: "#/components/schemas/NewBook" } } } }
      responses: { "200": { description: replaced, content: { application/json: { schema: { $ref: "#/components/schemas/Book" } } } } }
    delete: { responses: { "204": { description: gone } } }
  /books/{bookId}/lend: { post: { responses: { "200": { description: lent } } } }
  /search: { get: { parameters: [{ name: q, in: query, required: true, schema: { type: string } }], responses: { "200": { description: found } } } }
  /health: { get: { security: [], responses: { "200": { description: well, content: { application/json: { schema: { type: object, properties: { state: { type: string } } } } } } } } }
`;
}

type Book = Readonly<Record<string, unknown>>;
const GENRES: readonly unknown[] = ['novel', 'poetry', 'essay'];
const MEMBERS: readonly string[] = ['title', 'genre', 'pages', 'extra'];

function isGood(book: unknown): book is Book {
  if (typeof book !== 'object' || book === null || Array.isArray(book)) return false;
  const { title, genre, pages } = book as Book;
  return (
    typeof title === 'string' &&
    title.length >= 1 &&
    [...title].length <= 60 &&
    GENRES.includes(genre) &&
    (pages === undefined || (Number.isInteger(pages) && (pages as number) >= 1)) &&
    Object.keys(book).every((name) => MEMBERS.includes(name))
  );
}

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function serve(books: Map<string, Book>, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const say = (status: number, body?: unknown, headers: Readonly<Record<string, string>> = {}): void => {
    response.writeHead(status, {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      'cache-control': 'no-store',
      ...headers,
    });
    response.end(body === undefined ? undefined : JSON.stringify(body));
  };
  const refuse = (status: number, code: string, headers: Readonly<Record<string, string>> = {}): void =>
    say(status, { code, message: 'It is refused.' }, headers);
  const text = await textOf(request);
  const [, collection, id, ...more] = (request.url ?? '').split('?')[0]?.split('/') ?? [];
  if (collection === 'health' && id === undefined)
    return request.method === 'GET' ? say(200, { state: 'well' }) : refuse(405, 'method', { allow: 'GET' });
  if (request.headers.authorization !== `Bearer ${TOKEN}`)
    return refuse(401, 'unauthenticated', { 'www-authenticate': 'Bearer' });
  if (collection === 'search' && id === undefined) {
    if (request.method !== 'GET') return refuse(405, 'method', { allow: 'GET' });
    return new URL(request.url ?? '/', 'http://depot').searchParams.has('q') ? say(200) : refuse(422, 'invalid');
  }
  const isLent = more.length === 1 && more[0] === 'lend';
  if (collection !== 'books' || (more.length > 0 && !isLent) || id === '') return refuse(404, 'unknown');
  if (id === undefined) {
    if (request.method === 'GET') return say(200, [...books.values()]);
    if (request.method !== 'POST') return refuse(405, 'method', { allow: 'GET, POST' });
    const body = parsed(text);
    if (!isGood(body)) return refuse(422, 'invalid');
    const made = { ...body, id: randomUUID() };
    books.set(made.id, made);
    return say(201, made, { location: `/books/${made.id}` });
  }
  const known = books.get(id);
  const methods = isLent ? ['POST'] : ['GET', 'PUT', 'DELETE'];
  if (!methods.includes(request.method ?? '')) return refuse(405, 'method', { allow: methods.join(', ') });
  if (known === undefined) return refuse(404, 'unknown');
  if (isLent) return say(200);
  if (request.method === 'PUT') {
    const body = parsed(text);
    if (!isGood(body)) return refuse(422, 'invalid');
    books.set(id, { ...body, id });
    return say(200, books.get(id));
  }
  if (request.method === 'GET') return say(200, known);
  books.delete(id);
  return say(204);
}

export interface Depot {
  readonly url: string;
  readonly close: () => Promise<void>;
}

export async function openDepot(): Promise<Depot> {
  const books = new Map<string, Book>();
  // A caller that goes away in the middle of its request is no reason to end.
  const server: Server = createServer(
    (request, response) => void serve(books, request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
