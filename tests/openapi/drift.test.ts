import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '../../src/model/json.ts';
import { BadInput } from '../../src/errors.ts';
import { parseApiDocument } from '../../src/openapi/document.ts';
import { compareWithPublished } from '../../src/openapi/drift.ts';
import { DRIFT_RULES } from '../../src/openapi/drift-rules.ts';
import { driftText } from '../../src/openapi/drift-text.ts';
import { exportDocument } from '../../src/openapi/export.ts';
import { between, drifted, type Editable, operation, partners, responsesOf, scopeOf, told } from './drifting.ts';
import { runs } from '../properties.ts';

describe('a member that an operation does not write', () => {
  const INDICATOR = 'unit-enrolments/update request unit_enrolment.course_assurance_indicator';
  const CENSUS_DATE = 'unit-enrolments/update request unit_enrolment.unit_of_study_census_date';

  it('is unknown where only another version has it', () => {
    expect(between('4.0.1', '2.1.05').differences.find(({ where }) => where === INDICATOR)).toMatchObject({
      rule: 'member-unknown',
      weight: 'contradicts',
    });
  });

  it('may be carried along where an update only must not change it', () => {
    expect(between('2.1.06', '3.0.8').differences.find(({ where }) => where === CENSUS_DATE)).toMatchObject({
      rule: 'member-fixed',
      weight: 'extra',
    });
  });

  it('must not be sent where only the service sets it', () => {
    const drift = drifted((document) => {
      const [schema] = Object.values(document.components.schemas).filter(
        (one) => JSON.stringify(one).includes('"channels"') && !JSON.stringify(one).includes('"id"'),
      );
      const properties = schema?.['properties'] as Record<string, unknown> | undefined;
      if (properties === undefined) throw new Error('the export has no schema of a new partner');
      properties['id'] = { type: 'string' };
    });
    expect(told(drift)).toContain('member-set-by-service: partners/create request id');
  });
});

describe('operations', () => {
  it('that are not published, and such that nobody knows, are told', () => {
    const drift = drifted((document) => {
      delete document.paths['/partners/{id}']?.['patch'];
      document.paths['/reports'] = { get: { responses: {} } };
    });
    expect(told(drift)).toEqual(['operation-missing: partners/update', 'operation-extra: GET /reports']);
    expect(drift.differences[0]).toMatchObject({
      weight: 'missing',
      contract: 'PATCH /partners/{id}',
      published: 'the path has GET',
    });
  });

  it('need not say where they stand themselves', () => {
    expect(
      told(
        drifted((document) => {
          delete document.paths['/openapi.json'];
          delete document.paths['/'];
        }),
      ),
    ).toEqual([]);
  });

  it('of the same name, or of almost the same path, have moved', () => {
    const drift = drifted((document) => {
      const { patch, ...rest } = document.paths['/partners/{id}'] ?? {};
      document.paths['/partners/{id}'] = { ...rest, put: patch ?? {} };
      document.paths['/Partners/'] = { post: { ...operation(document, '/partners', 'post'), operationId: 'other' } };
      delete document.paths['/partners'];
    });
    expect(told(drift)).toEqual(['operation-moved: partners/create', 'operation-moved: partners/update']);
  });

  it.each<readonly [string, (document: Editable) => void]>([
    ['parameters have other names', (document) => rename(document, (path) => path.replace('{id}', '{partner}'))],
    ['all paths have a prefix', (document) => rename(document, (path) => `/api/v1${path === '/' ? '' : path}`)],
    ['the prefix has parameters of its own', (document) => rename(document, (path) => `/{tenant}${path}`)],
    [
      'the prefix stands in the address too',
      (document) => {
        document.servers = [{ url: 'https://service.example/api/v1' }];
        rename(document, (path) => `/api/v1${path}`);
      },
    ],
  ])('are the same where %s', (_what, edit) => {
    expect(told(drifted(edit))).toEqual([]);
  });

  function rename(document: Editable, to: (path: string) => string): void {
    document.paths = Object.fromEntries(Object.entries(document.paths).map(([path, item]) => [to(path), item]));
  }
});

describe('a difference', () => {
  const shorter = (document: Editable): void => {
    const { properties } = document.components.schemas['NewPartners'] as {
      properties: Record<string, Record<string, unknown>>;
    };
    properties['name'] = { type: 'string', minLength: 1, maxLength: 50 };
  };

  it('is assumed as long as nobody answered what it rests on', () => {
    const open = drifted(shorter).differences;
    expect(open).toEqual([
      expect.objectContaining({
        rule: 'length',
        weight: 'contradicts',
        operation: 'partners/create',
        where: 'partners/create request name',
        contract: 'at most 100',
        published: 'at most 50',
        assumed: true,
      }),
    ]);
    const points = open[0]?.restsOn ?? [];
    expect(points).toContain('partner-onboarding.partner.fields');
    const answered = scopeOf(
      'partner-onboarding',
      '1.0.0',
      Object.fromEntries(points.map((id) => [id, partners.answer(id)])),
    );
    expect(drifted(shorter, answered).differences).toEqual([expect.objectContaining({ assumed: false, restsOn: [] })]);
  });

  it('of a nested record rests on what that record rests on', () => {
    const scope = scopeOf('student-reporting', '4.0.1');
    const drift = drifted((document) => {
      const { properties } = document.components.schemas['NewDisability'] as {
        properties: Record<string, Record<string, unknown>>;
      };
      properties['disability_code'] = { type: 'string', enum: ['11', '77'] };
    }, scope);
    const nested = drift.differences.find(({ operation: name }) => name === 'students/create');
    expect(nested?.where).toBe('students/create request [].student.disabilities[].disability.disability_code');
    expect(nested?.published).toMatch(/^lacks 12, 13,.*; adds 77$/);
    expect(nested?.restsOn).toContain('student-reporting.disabilities.reference-data');
  });

  it('has a row in the table that says why', () => {
    for (const rule of Object.values(DRIFT_RULES)) {
      expect(rule.why.length).toBeGreaterThan(10);
      expect(rule.why).not.toContain('\n');
    }
  });
});

describe('somebody else', () => {
  const text = JSON.stringify(exportDocument(partners));

  it('may write anything anywhere: it is compared, or refused in words', () => {
    const junk = fc.constantFrom<Json>(
      null,
      true,
      7,
      'x',
      [],
      {},
      [null],
      { $ref: '#/paths' },
      { $ref: '#/components/schemas/Partners' },
      { allOf: [7] },
      { anyOf: [] },
      { type: [] },
    );
    fc.assert(
      fc.property(fc.nat(), junk, (place, value) => {
        const document = JSON.parse(text) as Json;
        replace(document, place, value);
        try {
          driftText(compareWithPublished(partners, parseApiDocument(JSON.stringify(document), 'published.json')));
        } catch (error) {
          expect(error).toBeInstanceOf(BadInput);
        }
      }),
      runs(100),
    );
  });

  /** Puts a value in place of one member somewhere in a document, counted in the order of the document. */
  function replace(document: Json, place: number, value: Json): void {
    const places: (readonly [Record<string, Json>, string])[] = [];
    const visit = (here: Json): void => {
      if (typeof here !== 'object' || here === null) return;
      for (const name of Object.keys(here)) {
        places.push([here as Record<string, Json>, name]);
        visit((here as Record<string, Json>)[name] ?? null);
      }
    };
    visit(document);
    const chosen = places[place % places.length];
    if (chosen !== undefined) chosen[0][chosen[1]] = value;
  }
});

describe('the text', () => {
  it('begins with the verdict, groups by operation, worst first, and ends with counts', () => {
    const drift = drifted((document) => {
      delete document.paths['/partners/{id}']?.['patch'];
      operation(document, '/partners', 'post')['security'] = [];
      responsesOf(operation(document, '/partners/{id}', 'get'))['409'] = { description: 'conflict' };
    });
    expect(driftText(drift).split('\n')).toEqual([
      'partner-onboarding 1.0.0 and "Partner onboarding" 1.0.0: CONTRADICTIONS FOUND',
      '',
      'partners/create',
      '  ! no access token required (contract header authorization bearer) *',
      '',
      'partners/update',
      '  - operation not in the document (contract PATCH /partners/{id}; document the path has GET) *',
      '',
      'only in the document (1; --json lists them)',
      '  + status not in the contract: partners/read response 409 *',
      '',
      'Why it matters (! contradiction, - missing in the document, + only in the document)',
      '  ! no access token required: the service rejects calls without one',
      '  - operation not in the document: generated clients cannot call it',
      '  + status not in the contract: a response with it fails the status check',
      '',
      expect.stringMatching(/^\* assumed: /) as string,
      '',
      '1 contradiction, 1 missing, 1 extra; 3 assumed. 5 operations compared.',
      '',
    ]);
  });

  it('tells once what is the same in many operations', () => {
    const text = driftText(
      drifted(
        (document) => {
          for (const item of Object.values(document.paths))
            for (const one of Object.values(item)) delete responsesOf(one)['503'];
        },
        scopeOf('student-reporting', '4.0.1'),
      ),
    );
    expect(text.match(/response 503: status not in the document/g)).toHaveLength(1);
    expect(text).toMatch(/^in \d+ operations: .* and \d+ more$/m);
  });
});
