/** A list of so many records, page after page by cursor, and the project that has it under contract. */
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { listen, type Listening } from './listen.ts';

export const PER_PAGE = 200;
/** A walk is made twice, since only a list that nobody changed meanwhile may be called wrong. */
export const WALKS = 2;

/** What a page looks like, as the contract below says it too. */
export const PAGE = {
  type: 'object',
  required: ['data'],
  properties: {
    next: { type: 'string' },
    data: {
      type: 'array',
      items: {
        type: 'object',
        required: ['id', 'name', 'group', 'made', 'amount'],
        additionalProperties: false,
        properties: {
          id: { type: 'integer' },
          name: { type: 'string' },
          group: { type: 'string' },
          made: { type: 'string', format: 'date' },
          amount: { type: 'number' },
          note: { type: 'string' },
        },
      },
    },
  },
} as const;

function recordOf(id: number): object {
  const made = `20${String(10 + (id % 15))}-03-${String(1 + (id % 28)).padStart(2, '0')}`;
  return { id, name: `record ${id}`, group: `g${id % 7}`, made, amount: id * 1.25, note: 'x'.repeat(80) };
}

/** Each page is made once: what is measured is who asks for it. */
export async function serveRecords(count: number): Promise<Listening> {
  const pages = new Map<number, Buffer>();
  const pageFrom = (from: number, size: number): Buffer => {
    const known = size === PER_PAGE ? pages.get(from) : undefined;
    if (known !== undefined) return known;
    const ids = Array.from({ length: Math.max(0, Math.min(size, count - from)) }, (_, index) => from + index + 1);
    const next = from + size < count ? { next: String(from + size) } : {};
    const page = Buffer.from(JSON.stringify({ data: ids.map(recordOf), ...next }));
    if (size === PER_PAGE) pages.set(from, page);
    return page;
  };
  return listen((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://records');
    const answer = (status: number, body: Buffer, more: Readonly<Record<string, string>> = {}): void => {
      const headers = {
        'content-type': 'application/json',
        'content-length': body.length,
        'cache-control': 'no-store',
      };
      response.writeHead(status, { ...headers, ...more }).end(request.method === 'HEAD' ? undefined : body);
    };
    const refuse = (status: number, more?: Readonly<Record<string, string>>): void =>
      answer(status, Buffer.from('{"error":"refused"}'), more);
    if (decodeURIComponent(pathname) !== '/records') return refuse(404);
    if (!['GET', 'HEAD'].includes(request.method ?? '')) return refuse(405, { allow: 'GET, HEAD' });
    const [size, from] = [Number(searchParams.get('limit') ?? PER_PAGE), Number(searchParams.get('cursor') ?? 0)];
    if (!Number.isInteger(size) || size < 1 || size > PER_PAGE || !Number.isInteger(from) || from < 0)
      return refuse(400);
    return answer(200, pageFrom(from, size));
  });
}

const FILES: Readonly<Record<string, string>> = {
  'specs/records/versions.yaml': 'service: records\ntitle: Records\nsource: bench\nversions: [{ id: "1.0.0" }]\n',
  'specs/records/open-points.yaml': 'openPoints: {}\n',
  'specs/records/requirements/records.yaml':
    'requirements:\n  records.kept: { text: The list is as the contract says., level: MUST, basis: documented, section: list }\n',
  'contracts/records/bindings.yaml':
    'bindings:\n  - { checks: "**/{outcome,coverage,page,burst,query,http}.*{,/**}", requirement: records.kept }\n',
  'contracts/records/envelope.yaml': 'methods: partial\nheaders: {}\n',
  'contracts/records/errors.yaml':
    'families: {}\nrefusals: { method: { statuses: [405] }, query: { statuses: [400] }, page: { statuses: [400] } }\n',
  'contracts/records/pagination.yaml': `style: cursor
ask: { cursor: { query: cursor }, size: { query: limit, default: ${PER_PAGE}, maximum: ${PER_PAGE}, over: refuse } }
next: { body: /next }
ends: absent
`,
  'contracts/records/records.yaml': `endpoint: records
title: Records
base: service
uid: id
fields:
  id: { type: integer, readOnly: true }
  name: { type: string, readOnly: true }
  group: { type: string, readOnly: true }
  made: { type: date, readOnly: true }
  amount: { type: decimal, readOnly: true }
  note: { type: string, readOnly: true, inAnswers: sometimes }
operations:
  list: { method: GET, path: /records, response: list, success: [200], access: public, pagination: enforced, wrapping: { records: /data } }
`,
};

/** A project that holds it to its contract; its target is called `records`. */
export function writeRecordsProject(folder: string, url: string, pages: number): void {
  const target = `target: records
environment: test
services: { records: { baseUrl: "${url}", spec: ["1.0.0"] } }
limits: { pages: ${pages + 1}, concurrency: 4 }
`;
  for (const [name, text] of Object.entries({ ...FILES, 'targets/records/target.yaml': target })) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
}
