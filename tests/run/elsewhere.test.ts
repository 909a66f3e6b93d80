/** A definition on somebody else's host is read there, with nothing that is the service's, and nobody there is tried. */
import { describe, expect, test } from 'vitest';
import { swagger } from '../../services/openapi/swagger.ts';
import { createWorld } from '../../services/index.ts';
import type { Json } from '../../src/model/json.ts';
import { makePlan } from '../../src/project/make-plan.ts';
import { answering, project } from '../plan/support.ts';
import { runInProcess } from './in-process.ts';

const SERVICE = 'student-reporting';
const SPEC = '4.0.1';
const PORTAL = 'http://portal.test';
const ADDRESS = `${PORTAL}/apis/reporting.json?version=4.0.1`;
const POINT = `${SERVICE}.definition.path`;

type Document = Readonly<Record<string, Json>>;

/** What the reference service publishes. */
async function published(): Promise<Document> {
  const world = await createWorld({ faults: [] });
  const answer = await world.handler(SERVICE, SPEC)(new Request('http://service.test/openapi.json'));
  return (await answer.json()) as Document;
}

interface Asked {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

async function read(
  document: Document,
  answers: Readonly<Record<string, Json>> = {},
): Promise<{ readonly asked: readonly Asked[]; readonly verdicts: Readonly<Record<string, string>> }> {
  const asked: Asked[] = [];
  const { records } = await runInProcess({
    service: SERVICE,
    spec: SPEC,
    only: 'published-definition',
    answers: { [POINT]: ADDRESS, ...answers },
    headers: { 'x-api-key': 'only for the service' },
    others: {
      [PORTAL]: (request) => {
        const { method, url, headers } = request;
        asked.push({ method, url, headers: Object.fromEntries(headers) });
        return Promise.resolve(new Response(JSON.stringify(document), { headers: { 'content-type': 'text/plain' } }));
      },
    },
    before: () => undefined,
  });
  const verdicts = records.flatMap(({ results }) => results).map(({ check, verdict }) => [check, verdict] as const);
  return { asked, verdicts: Object.fromEntries(verdicts) };
}

const CHECK = `${SERVICE}/published-definition/read`;
const JUDGED = ['definition.document', 'definition.operations', 'definition.request-forms', 'definition.version'];

/** TAC offers as they were before: an array. */
function withArrays(document: Document): Document {
  const text = JSON.stringify(document);
  const whole = JSON.parse(text) as { paths: Record<string, Record<string, Record<string, unknown>>> };
  const post = Object.entries(whole.paths).find(([path, item]) => path.includes('tac') && 'post' in item)?.[1]['post'];
  if (post === undefined) throw new Error('the definition has no TAC offers');
  post['requestBody'] = { content: { 'application/json': { schema: { type: 'array', items: {} } } } };
  return whole as unknown as Document;
}

describe('a definition at an address of its own', () => {
  test.each([
    ['OpenAPI 3', (document: Document) => document],
    ['Swagger 2.0', (document: Document) => swagger(document) as Document],
  ])('is read in %s, by GETs that carry nothing of the service', async (_edition, written) => {
    const { asked, verdicts } = await read(written(await published()));
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.length).toBeLessThanOrEqual(2);
    for (const { method, url, headers } of asked) {
      expect([method, url]).toEqual(['GET', ADDRESS]);
      expect(Object.keys(headers).sort()).toEqual(['accept', 'accept-encoding']);
    }
    for (const rule of JUDGED) expect(verdicts[`${CHECK}/${rule}`], rule).toBe('pass');
    // How a portal answers is nobody's business but its own.
    expect(Object.keys(verdicts).filter((id) => id.includes('/http.') || id.includes('/method.'))).toEqual([]);
  });

  test.each([
    ['OpenAPI 3', (document: Document) => document],
    ['Swagger 2.0', (document: Document) => swagger(document) as Document],
  ])(
    'that asks for another form is noticed in %s, unless its owner says that it is not aligned',
    async (_, written) => {
      const other = written(withArrays(await published()));
      expect((await read(other)).verdicts[`${CHECK}/definition.request-forms`]).toBe('fail');
      const { verdicts } = await read(other, { [`${SERVICE}.definition.aligned`]: false });
      for (const rule of ['definition.request-forms', 'definition.operations', 'definition.version'])
        expect(verdicts[`${CHECK}/${rule}`], rule).toBe('inapplicable');
    },
  );
});

test('nothing but what describes the service may be at an address of its own', () => {
  const paths = [`${PORTAL}/students`, `${PORTAL}/students/{students_uid}`];
  const plan = (): unknown =>
    makePlan(project, answering({ [`${SERVICE}.students.paths`]: paths }), { services: [SERVICE], specs: [SPEC] });
  expect(plan).toThrow(/students\/create is outside the service: http:\/\/portal\.test\/students/);
});
