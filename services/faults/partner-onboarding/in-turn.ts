/** Faults of some calls and not of others that are alike: of several nodes one is of an older release. */
import type { Exchange, Run } from '../../gateway.ts';
import { GatewayError } from '../../http/gateway-error.ts';
import type { PartnerOnboardingStages } from '../../partner-onboarding/service.ts';
import { inArea, type Seed } from '../fault.ts';

const service = 'partner-onboarding';

/** The stages of these operations, of which every n-th call, of those that count, goes to another node. */
function everyNth(
  run: Run,
  n: number,
  names: readonly string[],
  other: (inner: Run[string]) => Run[string],
  counts: (exchange: Exchange) => boolean = () => true,
): Run {
  let calls = 0;
  const balanced = (name: string): Run[string] => {
    const inner = run[name];
    if (inner === undefined) throw new Error(name);
    const old = other(inner);
    return (exchange) => {
      if (!counts(exchange)) return inner(exchange);
      calls += 1;
      return calls % n === 0 ? old(exchange) : inner(exchange);
    };
  };
  return Object.fromEntries(names.map((name) => [name, balanced(name)]));
}

function names(member: string, { body }: Exchange): boolean {
  return typeof body === 'object' && body !== null && member in body;
}

function refuse(member: string, exchange: Exchange): void {
  if (names(member, exchange))
    throw new GatewayError(400, {
      code: 'unknown_member',
      detail: 'The resource has no such member.',
      source: { pointer: `/${member}` },
    });
}

function withoutMember(member: string, text: string | undefined): string {
  const shown = JSON.parse(text ?? '{}') as Record<string, unknown>;
  Reflect.deleteProperty(shown, member);
  return JSON.stringify(shown);
}

export const inTurnFaults: readonly Seed<PartnerOnboardingStages>[] = [
  {
    id: 'partner-onboarding.partners.old-node',
    service,
    operation: 'partners.create',
    breaks: 'partner-onboarding section 4: contact_email is a member of a partner.',
    describes:
      'Every second call is answered by an older release, which refuses contact_email as unknown and does not show it.',
    change: inArea('run', (run) =>
      everyNth(run, 2, ['partners.create', 'partners.read', 'partners.update'], (inner) => (exchange) => {
        refuse('contact_email', exchange);
        const reply = inner(exchange);
        return { ...reply, body: withoutMember('contact_email', reply.body) };
      }),
    ),
  },
  {
    id: 'partner-onboarding.partners.old-node-reads',
    service,
    operation: 'partners.read',
    breaks: 'partner-onboarding section 4: participant_id is a member of a partner.',
    describes: 'Every third read is answered by an older release, which does not show participant_id.',
    change: inArea('run', (run) =>
      everyNth(run, 3, ['partners.read'], (inner) => (exchange) => {
        const reply = inner(exchange);
        return { ...reply, body: withoutMember('participant_id', reply.body) };
      }),
    ),
  },
  {
    id: 'partner-onboarding.partners.old-node-writes',
    service,
    operation: 'partners.create',
    breaks: 'partner-onboarding section 4: participant_id is a member of a partner.',
    describes: 'Every second write with a participant_id is refused by an older release, which knows no such member.',
    change: inArea('run', (run) =>
      everyNth(
        run,
        2,
        ['partners.create', 'partners.update'],
        (inner) => (exchange) => {
          refuse('participant_id', exchange);
          return inner(exchange);
        },
        (exchange) => names('participant_id', exchange),
      ),
    ),
  },
];
