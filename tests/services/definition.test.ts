import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import type { ServiceName } from '../../services/index.ts';
import { families } from '../../services/student-reporting/families/index.ts';
import { partnerScript } from './scripts/partner-script.ts';
import { familyScript } from './scripts/family-script.ts';
import { Recorder } from './scripts/recorder.ts';
import { studentScript } from './scripts/student-script.ts';

interface Definition {
  readonly openapi: string;
  readonly info: { readonly version: string };
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          {
            readonly operationId?: string;
            readonly responses?: Readonly<Record<string, { readonly content?: unknown }>>;
          }
        >
      >
    >
  >;
}

async function definitionOf(service: ServiceName, spec: string): Promise<Definition> {
  const recorder = await Recorder.open(service, spec);
  return (await recorder.call('GET', '/openapi.json')).body as Definition;
}

/** Validators by method, path and status, as the definition has them. */
function validators(
  definition: Definition,
): (method: string, path: string, status: number) => ValidateFunction | 'undocumented' | 'empty' {
  const ajv = new Ajv2020({ strict: false });
  addFormats.default(ajv);
  ajv.addSchema({ $id: 'definition', ...definition });
  const patterns = Object.keys(definition.paths).map(
    (path) => [path, new RegExp(`^${path.replaceAll(/\{[^}]*\}/g, '[^/]+')}$`)] as const,
  );
  return (method, path, status) => {
    const [pattern] = patterns.find(([, expression]) => expression.test(path)) ?? [];
    const response = definition.paths[pattern ?? '']?.[method.toLowerCase()]?.responses?.[String(status)];
    if (!response) return 'undocumented';
    if (response.content === undefined) return 'empty';
    const pointer = [
      'paths',
      pattern ?? '',
      method.toLowerCase(),
      'responses',
      String(status),
      'content',
      'application/json',
      'schema',
    ];
    const fragment = pointer
      .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/');
    return ajv.getSchema(`definition#/${fragment}`) ?? 'undocumented';
  };
}

const instances: readonly (readonly [ServiceName, string])[] = [
  ['partner-onboarding', '1.0.0'],
  ['student-reporting', '2.1.05'],
  ['student-reporting', '2.1.06'],
  ['student-reporting', '3.0.8'],
  ['student-reporting', '4.0.1'],
];

describe.each(instances)('the definition of %s %s', (service, spec) => {
  it('names its version and every operation once', async () => {
    const definition = await definitionOf(service, spec);
    expect(definition).toMatchObject({ openapi: '3.1.0', info: { version: spec } });
    const ids = Object.values(definition.paths).flatMap((path) =>
      Object.values(path).flatMap(({ operationId }) => operationId ?? []),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(service === 'partner-onboarding' ? 6 : 66);
  });

  it('is what the service does', async () => {
    const validatorOf = validators(await definitionOf(service, spec));
    const scripts =
      service === 'partner-onboarding'
        ? [partnerScript]
        : [
            studentScript,
            ...families.map(
              ({ name }) =>
                (recorder: Recorder) =>
                  familyScript(recorder, name),
            ),
          ];
    const problems: string[] = [];
    let judged = 0;
    for (const script of scripts) {
      const recorder = await Recorder.open(service, spec);
      await script(recorder);
      for (const line of recorder.lines) {
        const [, method = '', path = '', status = '', text = ''] =
          /^(\S+) (\S+) (\d+) \[\[.*?\]\] (.*)$/.exec(line) ?? [];
        const validate = validatorOf(method, path, Number(status));
        judged += 1;
        if (status === '500') problems.push(`failed ${method} ${path}`);
        else if (validate === 'undocumented') problems.push(`undocumented ${method} ${path} ${status}`);
        else if (validate === 'empty') expect(text).toBe('');
        else if (!validate(JSON.parse(text)))
          problems.push(`${method} ${path} ${status} ${JSON.stringify(validate.errors)} ${text}`);
      }
    }
    expect(problems).toEqual([]);
    expect(judged).toBeGreaterThan(30);
  });
});

it('differs between the versions as the documents say', async () => {
  const text = async (spec: string): Promise<string> => JSON.stringify(await definitionOf('student-reporting', spec));
  const [a, b, c, d] = [await text('2.1.05'), await text('2.1.06'), await text('3.0.8'), await text('4.0.1')];
  expect(a.replace('2.1.05', '')).not.toBe(b.replace('2.1.06', ''));
  expect([b.includes('course_assurance_indicator'), c.includes('course_assurance_indicator')]).toEqual([false, true]);
  expect(c.replace('3.0.8', '')).toBe(d.replace('4.0.1', ''));
});
