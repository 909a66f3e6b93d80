/** Examples of the rules about one fault in a body. */
import type { Json } from '../../../src/plan/model.ts';
import type { CaseRuleId } from '../../../src/rules/registry.ts';
import type { Sketch } from '../support.ts';
import { accepted, miscoded, misnamed, refused, type CaseExample } from './example.ts';

const post = (sent: Json): Sketch => ({ method: 'POST', sent });
const TITLE = { name: 'title', element: 'E7' } as const;
const CORRELATION = { name: 'correlation_id' } as const;

export const inputExamples = {
  'input.missing': miscoded(post([{ correlation_id: 'c1', book: {} }]), TITLE, '10101'),
  'input.null': misnamed(post({ title: null }), TITLE),
  'input.wrong-type': refused(400, post({ title: { unexpected: 'object' } })),
  'input.too-long': miscoded(post([{ correlation_id: 'c1', book: { title: 'aaaaa' } }]), TITLE, '10102'),
  'input.longest': accepted(post({ title: 'aaaa' })),
  'input.too-short': misnamed(post({ title: '' }), TITLE),
  'input.not-in-list': misnamed(post({ kind: 'ZZ' }), { name: 'kind' }),
  'input.each-listed': accepted(post({ kind: 'B' })),
  'input.pattern': misnamed(post({ isbn: '!' }), { name: 'isbn' }),
  'input.decimals': misnamed(post({ price: 1.111 }), { name: 'price' }),
  'input.below-minimum': misnamed(post({ price: -1 }), { name: 'price' }),
  'input.bad-date': misnamed(post({ printed: '2023-02-30' }), { name: 'printed' }),
  'input.leap-day': accepted(post({ printed: '2024-02-29' })),
  'input.future': misnamed(post({ printed: '2026-03-12' }), { name: 'printed' }),
  'input.today': accepted(post({ printed: '2026-03-10' })),
  'input.order': misnamed(post({ printed: '2024-03-01', sold: '2024-02-01' }), { name: 'sold' }),
  'input.duplicate': miscoded(
    post([{ correlation_id: 'c1', book: { isbn: 'a1' } }]),
    { name: 'isbn', element: 'E9' },
    '10045',
  ),
  'input.unknown-reference': misnamed(post({ shelf: 999999999 }), { name: 'shelf' }),
  'input.unknown-member': refused(400, post({ plumbline_unknown: 'x' })),
  'input.read-only': refused(400, post({ id: 7 })),
  'input.not-patchable': misnamed({ method: 'PATCH', sent: { isbn: 'changed' } }, { name: 'isbn' }),
  'input.unicode': accepted(post({ title: 'Zoë Łukasz 名' })),
  'input.injection': accepted(post({ title: "x'); --<b>{{7}}" }), { status: 500, body: { errors: [] } }),
  'input.malformed-json': refused(400, post('{"title":"x",}')),
  'input.truncated-json': refused(400, post('{"title":"x')),
  'input.empty-body': refused(400, post('')),
  'input.wrong-top-level': refused(400, post([{}])),
  'input.duplicate-member': refused(400, post('{"title":"x","title":"x"}')),
  'input.deep-nesting': refused(400, post(`${'['.repeat(40)}${']'.repeat(40)}`)),
  'input.huge-body': refused(413, post('"aaaa"')),
  'input.correlation-missing': misnamed(post({ book: {} }), CORRELATION),
  'input.correlation-type': misnamed(post({ correlation_id: 12, book: {} }), CORRELATION),
  'input.correlation-too-long': misnamed(post({ correlation_id: 'c'.repeat(51), book: {} }), CORRELATION),
  'input.correlation-spaces': misnamed(post({ correlation_id: ' c', book: {} }), CORRELATION),
} as const satisfies Partial<Readonly<Record<CaseRuleId, CaseExample>>>;
