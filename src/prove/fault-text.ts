/** One seeded fault for a terminal: what the service does then, which rule that breaks, who notices, and how to see it. */
import { COMMAND } from '../record/command.ts';
import { columns, wrap } from '../report/columns.ts';
import type { KnownFault } from './known-fault.ts';

const WIDTH = 96;
const MOST = 12;

export function faultText(fault: KnownFault): string {
  const { id, service, contracts, versions, operation, breaks, describes, unobservable, requirements, noticedBy } =
    fault;
  const parts = [
    [`Fault ${id}`, wrap(describes, WIDTH, '  ')],
    columns([
      ['service', service],
      ...(operation === undefined ? [] : [['operation', operation]]),
      ['versions', versions],
      ['breaks', breaks],
      ...(requirements.length === 0 ? [] : [['requirements', requirements.slice(0, MOST).join(', ')]]),
    ]),
    ...(unobservable === undefined ? [] : [['Nobody can notice it from outside', wrap(unobservable, WIDTH, '  ')]]),
    ...(noticedBy.length === 0
      ? []
      : [['Noticed by, among others', ...noticedBy.slice(0, MOST).map((check) => `  ${check}`)]]),
    [
      'To see it',
      ...columns([
        ['which checks notice', `${COMMAND} prove --fault "${id}"`],
        ['a report of it', `${COMMAND} run --service ${contracts} --fault ${id}`],
        ['a service that has it', `${COMMAND} serve --fault ${id}`],
      ]),
    ],
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
