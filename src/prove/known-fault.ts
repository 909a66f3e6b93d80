import { COMMAND } from '../model/text.ts';
import { alignColumns, wrapWords } from '../report/text.ts';
import { contractService, faults } from '../../services/index.ts';
import { nearestName } from '../load/suggest.ts';
import { readProof } from '../project/published-proof.ts';
import { omitUndefined } from '../model/objects.ts';

/** Describes one seeded fault: the behaviour, the violated rule, the checks that detect it, and how to reproduce it. */

const WIDTH = 96;
const MOST = 12;

export function faultText(fault: FaultDescription): string {
  const { id, service, contracts, versions, operation, breaks, describes, unobservable, requirements, noticedBy } =
    fault;
  const parts = [
    [`Fault ${id}`, wrapWords(describes, WIDTH, '  ')],
    alignColumns([
      ['service', service],
      ...(operation === undefined ? [] : [['operation', operation]]),
      ['versions', versions],
      ['breaks', breaks],
      ...(requirements.length === 0 ? [] : [['requirements', requirements.slice(0, MOST).join(', ')]]),
    ]),
    ...(unobservable === undefined
      ? []
      : [['Nobody can notice it from outside', wrapWords(unobservable, WIDTH, '  ')]]),
    ...(noticedBy.length === 0
      ? []
      : [['Noticed by, among others', ...noticedBy.slice(0, MOST).map((check) => `  ${check}`)]]),
    [
      'To see it',
      ...alignColumns([
        ['which checks notice', `${COMMAND} prove --fault "${id}"`],
        ['a report of it', `${COMMAND} run --service ${contracts} --fault ${id}`],
        ['a service that has it', `${COMMAND} serve --fault ${id}`],
      ]),
    ],
  ];
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}

/** Description of one seeded fault. */

export interface FaultDescription {
  readonly id: string;
  readonly service: string;
  /** The service whose contracts detect it: an identity provider has no contracts. */
  readonly contracts: string;
  readonly versions: string;
  readonly operation?: string;
  readonly breaks: string;
  readonly describes: string;
  readonly unobservable?: string;
  /** Requirements that the fault proved in the last recorded campaign. */
  readonly requirements: readonly string[];
  /** Checks that detected it, if the whole campaign is recorded. */
  readonly noticedBy: readonly string[];
}

export function describeFault(id: string, root: string): FaultDescription | undefined {
  const fault = faults.find((item) => item.id === id);
  if (fault === undefined) return undefined;
  const { service, since, until, sparing = [], operation, breaks, describes, unobservable } = fault;
  const proof = readProof(root);
  const place = proof?.faults.findIndex((item) => item.id === id) ?? -1;
  const checks = proof?.checks.filter(({ killers }) => killers.some(({ by }) => by.includes(place))) ?? [];
  const versions = [
    since === undefined ? '' : `from ${since}`,
    until === undefined ? '' : `to ${until}`,
    sparing.length === 0 ? '' : `but ${sparing.join(', ')}`,
  ].filter((part) => part !== '');
  return {
    id,
    service,
    contracts: contractService(service),
    versions: versions.length === 0 ? 'all' : versions.join(' '),
    ...omitUndefined({ operation }),
    breaks,
    describes,
    ...omitUndefined({ unobservable }),
    requirements: proof?.faults[place]?.requirements ?? [],
    noticedBy: checks.map((check) => check.id),
  };
}

/** The nearest fault id for a mistyped one. */
export function nearestFault(id: string): string | undefined {
  return nearestName(
    id,
    faults.map((fault) => fault.id),
  );
}
