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
];
