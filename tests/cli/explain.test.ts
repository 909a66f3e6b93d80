import { mkdirSync, writeFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { explainText } from '../../src/explain/explain-text.ts';
import { requestDifferences, displayValue } from '../../src/explain/request-text.ts';
import type { RequestTemplate } from '../../src/plan/model.ts';
import { PROOF_SCHEMA } from '../../src/report/proof.ts';
import { explainId } from '../../src/explain/explain-project.ts';
import { testOfAll } from '../part.ts';
import { library } from './library.ts';
import { plumbline, ROOT } from './support.ts';
import path from 'node:path';

const CHECK = 'library/books/create/outcome.refused/untitled';

describe('plumbline explain', () => {
  it('tells the row that a check comes from, with its line, why it is tried and where it is asked', () => {
    const found = explainId(library(), 'library/books/create/media.case', undefined);
    if (found.kind !== 'check') throw new Error('this is a check');
    expect(found.row).toMatchObject({
      id: 'media.case',
      at: expect.stringMatching(/^contracts\/common\/negotiation\.yaml:\d+$/) as unknown,
      source: expect.stringMatching(/^RFC 9110 §8\.3\.1/) as unknown,
    });
    const text = explainText(found);
    expect(text).toMatch(/^ {2}defined in +contracts\/common\/negotiation\.yaml:\d+$/m);
    // Once as the section of the requirement, once as the source of the rule, and not a third time with the row.
    expect(text.match(/^.*RFC 9110 §8\.3\.1.*$/gm)).toEqual([
      '  section     RFC 9110 §8.3.1, a definition without keyword',
      '    RFC 9110 §8.3.1 defines type and subtype as case-insensitive; no keyword binds the server',
    ]);
    expect(text).toContain('`Application/JSON` is the same media type');
    const passive = explainId(library(), 'library/books/create/http.complete', undefined);
    expect(passive).toMatchObject({ row: { at: expect.stringMatching(/responses\.yaml:\d+$/) as unknown } });
  });

  it('tells a check whole', () => {
    const found = explainId(library(), CHECK, undefined);
    if (found.kind !== 'check') throw new Error('this is a check');
    expect(found).toMatchObject({
      id: CHECK,
      specs: ['1.9', '1.10'],
      shown: '1.10',
      operation: 'POST /books (books/create)',
      contract: 'contracts/library/books.yaml:20',
      line: '- { rule: outcome.refused, requirement: library.books.title, with: { kind: value, field: title } }',
      requirement: {
        id: 'library.books.title',
        level: 'MUST',
        basis: 'documented',
        effective: 'assumed',
        section: '§4',
      },
      sent: { control: 'POST /books', changes: ['body /title omitted'], given: ['the valid request must succeed'] },
    });
    expect(found.rule.parameters).toEqual([
      'a rejection of the kind value',
      'status 422',
      'a success would be status 201',
      'an error body of the family plain, its code at /code',
      'the error names title',
    ]);
    expect(found.faults).toBeUndefined();
    const text = explainText(found);
    for (const part of [
      'Requirement',
      'Rule',
      'difference from the valid request\n    body /title omitted',
      'Valid request (baseline)\n  POST /books',
      'open question library.shelf-mark-since',
      'reading-room  confirms it',
    ])
      expect(text).toContain(part);
    // Only the reference services have faults.
    expect(text).not.toContain('harness prove');
  });

  it('knows a check without its service, and by its reference', () => {
    const root = library();
    expect(explainId(root, 'books/create/outcome.refused/untitled', undefined)).toMatchObject({
      kind: 'check',
      id: CHECK,
    });
    expect(explainId(root, `${CHECK}@1.9`, undefined)).toMatchObject({ kind: 'check', shown: '1.9' });
    expect(explainId(root, CHECK, '1.9')).toMatchObject({ specs: ['1.9'] });
  });

  it('names the faults that turn it red, where they have been recorded', () => {
    const root = library();
    mkdirSync(path.join(root, 'docs'));
    writeFileSync(
      path.join(root, 'docs', 'proof.json'),
      JSON.stringify({
        schema: PROOF_SCHEMA,
        versions: [],
        rules: [],
        unproven: [],
        survivors: [],
        faults: [{ id: 'library.untitled-taken', does: 'Takes a book without a title', requirements: [], kills: 1 }],
        checks: [{ id: CHECK, killers: [{ in: ['1.10'], by: [0] }] }],
      }),
    );
    const found = explainId(root, CHECK, undefined);
    expect(found).toMatchObject({ faults: [{ id: 'library.untitled-taken', text: 'Takes a book without a title' }] });
    expect(explainText(found)).toContain('library.untitled-taken  Takes a book without a title');
  });

  it('tells a requirement with what proves it, what changed, and why it is excluded', () => {
    const root = library();
    const title = explainId(root, 'library.books.title', undefined);
    expect(title).toMatchObject({
      kind: 'requirement',
      requirements: [
        {
          versions: ['1.9', '1.10'],
          checks: [{ id: CHECK, specs: ['1.9', '1.10'] }],
          changes: [{ in: '1.10', breaking: false }],
        },
      ],
    });
    expect(explainText(title)).toContain(
      'documented: required by the source document. It depends on open questions: until the target answers them it is assumed and does not block',
    );
    const shelf = explainText(explainId(root, 'library.books.shelf', undefined));
    expect(shelf).toContain('Excluded from testing\n  Nobody can see the shelf from here.');
    expect(shelf).toMatch(/versions +1\.10$/m);
  });

  it('tells an open point, and how a target answers it', () => {
    const text = explainText(explainId(library(), 'library.shelf-mark-since', undefined));
    expect(text).toContain('In which version did the shelf mark come?');
    expect(text).toContain('answers:\n    library.shelf-mark-since: "1.10"');
    // HEAD of an unknown record is judged after a record was created, and creating one takes the answer too.
    expect(text).toMatch(
      /affects +19 checks of 3 requirements\n {4}library\.books\.title\n {4}library\.all\n {4}http\.head-refused\n/,
    );
  });

  testOfAll('finds a check that is planned only where a target answers', () => {
    const id = 'student-reporting/students/create/input.each-listed/language_spoken_at_home_code/1301';
    expect(explainId(ROOT, id, undefined)).toMatchObject({ kind: 'check', id });
  });

  it('explains nothing where the id is empty', () => {
    expect(() => explainId(library(), ' ', undefined)).toThrow(/the id is empty/);
  });

  it('tells a check as it is for one target, with what that target answers', () => {
    const root = library();
    expect(explainId(root, CHECK, undefined)).toMatchObject({ basis: 'assumed', confirmedBy: ['reading-room'] });
    const there = explainId(root, CHECK, undefined, 'reading-room');
    expect(there).toMatchObject({ basis: 'confirmed', confirmedBy: ['reading-room'] });
    expect(explainText(there)).toContain('confirmed: the target answers each open question below. A failure blocks.');
  });

  it('refuses an id that is nowhere, or not in that version', async () => {
    const root = library();
    expect(() => explainId(root, 'library.books.titel', undefined)).toThrow(
      /no check, requirement, open question, rule, endpoint, code, fault or term is named.*did you mean "library\.books\.title"\?/s,
    );
    expect(() => explainId(root, 'library.books.shelf', '1.9')).toThrow('library.books.shelf does not exist in 1.9');
    expect(() => explainId(root, CHECK, '3')).toThrow('Versions: 1.9, 1.10.');
    expect((await plumbline(['explain', 'untitled'], { cwd: root })).stderr).toContain(`ids that contain it: ${CHECK}`);
  });
});

describe('requests in words', () => {
  const request: RequestTemplate = {
    base: 'service',
    method: 'POST',
    path: '/books',
    parameters: {},
    headers: {},
    auth: { kind: 'good' },
    body: { kind: 'json', value: { title: { $unique: 8 }, tags: ['a', 'b'] } },
  };

  it.each<readonly [string, Partial<RequestTemplate>, readonly string[]]>([
    ['nothing', {}, []],
    ['no token', { auth: { kind: 'none' } }, ['without an access token']],
    [
      'a faulty token',
      { auth: { kind: 'fault', fault: 'tampered' } },
      ['with an access token with one fault: tampered'],
    ],
    ['a header', { headers: { accept: 'text/plain' } }, ['header accept: "text/plain"']],
    ['a header less', { headers: { 'content-type': null } }, ['header content-type omitted']],
    ['a method', { method: 'PUT' }, ['method PUT instead of POST']],
    [
      'a value',
      { body: { kind: 'json', value: { title: 5, tags: ['a', 'b'] } } },
      ['body /title: 5 instead of ‹unique text of 8›'],
    ],
    [
      'a nested value',
      { body: { kind: 'json', value: { title: { $unique: 8 }, tags: ['a', 'c'] } } },
      ['body /tags/1: "c" instead of "b"'],
    ],
    [
      'a longer array',
      { body: { kind: 'json', value: { title: { $unique: 8 }, tags: ['a', 'b', 'c'] } } },
      ['body /tags: ["a", "b", "c"] instead of ["a", "b"]'],
    ],
    [
      'a member more',
      { body: { kind: 'json', value: { title: { $unique: 8 }, tags: ['a', 'b'], colour: 'red' } } },
      ['body /colour: "red"'],
    ],
    ['raw text', { body: { kind: 'text', text: '{"a":' } }, ['raw body: {"a":']],
    [
      'a mutation',
      { body: { kind: 'json', value: { title: { $unique: 8 }, tags: ['a', 'b'] }, mutation: 'truncated' } },
      ['change to the JSON text: truncated'],
    ],
    [
      'an assertion',
      {
        body: {
          kind: 'form',
          parameters: [],
          assertion: {
            header: { alg: 'RS512' },
            twice: { sub: 'someone-else' },
            signature: 'other-key',
            keyInHeader: 'jku',
            written: 'space',
          },
        },
      },
      [
        'assertion header alg: "RS512"',
        'claim sub appears twice, first as "someone-else"',
        'the assertion is signed with an unregistered key',
        'assertion header jku: the URL of that key',
        'the assertion contains a space',
      ],
    ],
  ])('%s', (_what, change, words) => {
    expect(requestDifferences(request, { ...request, ...change })).toEqual(words);
  });

  it('cuts what is too long', () => {
    expect(displayValue('x'.repeat(500))).toMatch(/^"x{159}… \(502 characters\)$/);
  });
});
