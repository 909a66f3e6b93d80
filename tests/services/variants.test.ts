import { describe, expect, it } from 'vitest';
import { variants, type ServiceName } from '../../services/index.ts';
import { UnknownVariantError } from '../../services/variants/registry.ts';
import { Bench } from './support.ts';

const partner = { name: 'Partner One', abn: '51824753556', contact_email: 'office@partner.example', channels: [] };
const student = {
  student_identification_code: 'C1',
  student_types: ['HEP'],
  date_of_birth: '2000-01-01',
  student_family_name: 'X',
  gender_code: 'X',
};

type Call = readonly [method: string, path: string, body?: unknown];

const calls: readonly Call[] = [
  ['POST', '/partners', partner],
  ['POST', '/partners', { name: 7 }],
  ['GET', '/partners'],
  ['HEAD', '/partners'],
  ['OPTIONS', '/partners'],
  ['BREW', '/partners'],
  ['GET', '/partners/none'],
];

/** What a client would see of a few calls, but for ids that are drawn at random. */
async function transcript(
  service: ServiceName,
  spec: string,
  on: readonly string[],
  sent: readonly Call[],
): Promise<string> {
  let slept = 0;
  const bench = await Bench.open(service, spec, {
    sleep: (milliseconds) => {
      slept += milliseconds;
      return Promise.resolve();
    },
  });
  bench.world.setVariants(on);
  const token = await bench.token();
  const send = bench.world.direct(service, spec);
  const lines: string[] = [];
  const call = async ([method, path, body]: Call, isSignedIn: boolean): Promise<void> => {
    const credentials: readonly (readonly [string, string])[] = isSignedIn
      ? [service === 'student-reporting' ? ['access-token', token] : ['authorization', `Bearer ${token}`]]
      : [];
    const response = await send({
      method,
      url: `http://service.example${path}`,
      headers: [...credentials, ['content-type', 'application/json']],
      ...(body === undefined ? {} : { body: new TextEncoder().encode(JSON.stringify(body)) }),
    });
    if (response.kind !== 'whole') throw new Error(`${method} ${path}: ${response.kind}`);
    const headers = response.headers.map(([name, value]) => `${name}: ${value}`);
    lines.push([method, path, response.status, ...headers, new TextDecoder().decode(response.body)].join('\n'));
  };
  for (const one of sent) await call(one, true);
  for (const one of sent.slice(0, 1)) await call(one, false);
  await Promise.all([1, 2].map(() => call(['PATCH', `${sent[0]?.[1] ?? ''}/1`, {}], true)));
  return [...lines, `slept ${slept}`].join('\n\n').replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID');
}

const ofPartners = (on: readonly string[]): Promise<string> => transcript('partner-onboarding', '1.0.0', on, calls);
const ofStudents = (on: readonly string[]): Promise<string> =>
  transcript('student-reporting', '4.0.1', on, [['POST', '/students', [{ correlation_id: 'c', student }]]]);

describe('legal variants', () => {
  it('are at least six, and each says what allows it', () => {
    expect(variants.length).toBeGreaterThanOrEqual(6);
    expect(
      variants
        .filter(({ describes, allowedBy }) => ![describes, allowedBy].every((text) => /^.{10,}[."]$/.test(text)))
        .map((v) => v.id),
    ).toEqual([]);
    expect(new Set(variants.map((v) => v.id)).size).toBe(variants.length);
  });

  it('give the same answers where none is on', async () => {
    expect(await ofPartners([])).toBe(await ofPartners([]));
    expect(await ofStudents([])).toBe(await ofStudents([]));
  });

  it.each(variants.map((v) => v.id))('%s answers in another way', async (id) => {
    const [partners, students] = await Promise.all([ofPartners([id]), ofStudents([id])]);
    expect([partners === (await ofPartners([])), students === (await ofStudents([]))]).toContain(false);
  });

  it('are refused by a name that is none', async () => {
    const { world } = await Bench.open('partner-onboarding', '1.0.0');
    expect(() => {
      world.setVariants(['chunkd']);
    }).toThrow(UnknownVariantError);
  });
});
