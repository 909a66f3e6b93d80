/** What can be wrong with the depot of the examples, as a change of its source, and the checks that have to notice. */
import type { SourceFault } from './stage.ts';

export const DEPOT_FAULTS: readonly SourceFault[] = [
  {
    name: 'a tool that is there is not found',
    from: "first === 'tools' && tool !== undefined && part === undefined",
    to: "first === 'tools' && tool !== undefined && tool.code !== 'S-100' && part === undefined",
    noticed: ['tools/read/outcome.accepted'],
  },
  {
    name: 'a tool that there is not is made up',
    from: 'TOOLS.find(({ code }) => code === id)',
    to: '(id === undefined ? undefined : (TOOLS.find(({ code }) => code === id) ?? TOOLS[0]))',
    noticed: ['tools/read/lifecycle.unknown-id', 'tools/read/lifecycle.malformed-id'],
  },
  {
    name: 'a manual that there is not is empty',
    from: "part === 'manual' && Object.hasOwn(tool.manual, more)",
    to: "part === 'manual'",
    noticed: ['manuals/read/lifecycle.unknown-id', 'manuals/read/lifecycle.malformed-id'],
  },
  {
    name: 'the German manual is the English one',
    from: 'text: tool.manual[more]',
    to: 'text: tool.manual.en',
    noticed: ['manuals/read/body.matches/german'],
  },
  {
    name: 'the filter is ignored',
    from: 'kind === null || tool.kind === kind',
    to: 'kind !== undefined || tool.kind === kind',
    noticed: ['tools/list/query.narrowed/kind', 'tools/list/body.each/listed'],
  },
  {
    name: 'the filter brings nothing',
    from: 'tool.kind === kind)',
    to: 'tool.kind === `${kind}s`)',
    noticed: ['tools/list/query.narrowed/kind'],
  },
  {
    name: 'a loan is of another tool',
    from: 'loans.set(loan.id, loan);',
    to: "loans.set(loan.id, { ...loan, tool: 'H-100' });",
    noticed: ['loans/create/store.equals/of-that-tool'],
  },
  {
    name: 'a replacement keeps what it leaves out',
    from: '{ id, ...bench(body) }]',
    to: '{ ...benches.get(id), id, ...bench(body) }]',
    noticed: ['benches/replace/lifecycle.replaced-whole'],
  },
  {
    name: 'a replacement is not stored',
    from: 'benches.set(id, record);',
    to: 'if (known === undefined) benches.set(id, record);',
    noticed: [
      'benches/replace/lifecycle.replaced',
      'benches/replace/lifecycle.replace-same',
      'benches/replace/conditional.kept',
    ],
  },
  {
    name: 'the same replacement is refused a second time',
    from: 'conditions(known, fields);\n      benches.set',
    to: "conditions(known, fields);\n      if (known !== undefined && tagOf(known) === tagOf(record)) throw refusal(409, 'Nothing changes');\n      benches.set",
    noticed: ['benches/replace/lifecycle.replace-again'],
  },
  {
    name: 'a replacement makes nothing',
    from: 'if (known === undefined && !/^bench-',
    to: 'if (known === undefined || !/^bench-',
    noticed: ['benches/replace/lifecycle.upsert', 'benches/replace/lifecycle.upsert-stored'],
  },
  {
    name: 'a bench has no entity tag',
    from: 'json(record, { etag });',
    to: 'json(record);',
    noticed: ['benches/read/conditional.tagged'],
  },
  {
    name: 'what has not changed is sent again',
    from: 'known !== undefined && names(known, etag)',
    to: 'known === etag && false',
    noticed: ['benches/read/conditional.not-modified'],
  },
  {
    name: 'what has changed is not sent',
    from: 'known !== undefined && names(known, etag)',
    to: 'known !== undefined',
    noticed: ['benches/read/conditional.modified', 'benches/replace/conditional.changes'],
  },
  {
    name: 'the entity tag is that of the name of a record alone',
    from: 'JSON.stringify(record)).digest',
    to: 'record.id).digest',
    noticed: ['benches/replace/conditional.changes', 'benches/replace/conditional.lost-update'],
  },
  {
    name: 'the condition of a change is ignored',
    from: 'conditions(known, fields);',
    to: '',
    noticed: [
      'benches/replace/conditional.lost-update',
      'benches/replace/conditional.kept',
      'benches/replace/conditional.absent',
    ],
  },
  {
    name: 'the condition of a delete is ignored',
    from: 'DELETE: () => (conditions(benches.get(id), fields), benches',
    to: 'DELETE: () => (benches',
    noticed: ['benches/delete/conditional.stale-delete', 'benches/delete/conditional.stays'],
  },
  {
    name: 'every condition fails',
    from: 'must !== undefined && (tag === undefined || !names(must, tag))',
    to: 'must !== undefined',
    noticed: ['benches/replace/conditional.current', 'benches/replace/conditional.any'],
  },
  {
    name: 'a required member of a replacement may be left out',
    from: '[benches.get(id), { id, ...bench(body) }]',
    to: "[benches.get(id), { id, ...bench({ name: 'A bench', ...body }) }]",
    noticed: ['benches/replace/input.missing/name'],
  },
  {
    name: 'the hours take what is no time',
    from: 'checked(body, { opens: time, closes: time })',
    to: 'checked(body, { opens: text(9), closes: time })',
    noticed: ['hours/replace/input.pattern/opens'],
  },
  {
    name: 'OPTIONS does not say what there is',
    from: "headers: { allow: 'GET, HEAD, PUT, OPTIONS' } })",
    to: '})',
    noticed: ['hours/offers/http.headers-declared'],
  },
  {
    name: 'any loan may be extended, and none is',
    from: "if (first !== 'loans' || !loans.has(id)) return {};",
    to: "if (first === 'loans' && part === 'extension') return { POST: (body) => extend(loans.get(id) ?? { id }, body) };\n    if (first !== 'loans' || !loans.has(id)) return {};",
    noticed: ['extensions/extend/lifecycle.unknown-id'],
  },
  {
    name: 'a loan is extended by other days',
    from: '{ ...loan, until: days }',
    to: "{ ...loan, until: '3' }",
    noticed: ['extensions/extend/body.equals/once'],
  },
  {
    name: 'an extension takes any number of days',
    from: '/^[1-9]$/.test(value)',
    to: 'value !== undefined',
    noticed: ['extensions/extend/input.not-in-list/days'],
  },
];
