/** A service that answered, and from some moment on answers nothing any more. */
import { number } from '../../../record/counted.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { groupBy } from '../../../record/group-by.ts';

/** Fewer that wait in vain may be an outage of the network. */
const FEWEST = 3;

export interface Silence {
  /** `<service>@<spec> <address>`. */
  readonly key: string;
  /** What was sent, or was to be, after the last answer. */
  readonly unanswered: ReadonlySet<Exchange>;
  readonly title: string;
}

/** The addresses that fell silent. One that never answered is another matter, which is told before a run. */
export function silencesIn(exchanges: readonly Exchange[]): readonly Silence[] {
  // Tokens come from an address of their own.
  const byAddress = groupBy(exchanges, ({ service, spec, request }) => `${service}@${spec} ${addressOf(request.url)}`);
  return [...byAddress].flatMap(([key, own]) => {
    // Those of a host that is not there, and what the network did, are among them; what was kept back for another reason is not.
    const inOrder = own.filter(isTried).toSorted((one, other) => one.at - other.at);
    const last = inOrder.findLastIndex(({ response }) => response !== undefined);
    const [answered, unanswered] = [inOrder.slice(0, last + 1), inOrder.slice(last + 1)];
    const sent = unanswered.filter(({ failure }) => failure?.kind !== 'not-sent');
    const [first] = sent;
    if (last < 0 || first === undefined || sent.length < FEWEST) return [];
    const said = first.failure?.message ?? '';
    const calls = number(answered.length);
    return [
      {
        key,
        unanswered: new Set(unanswered),
        title: `Stopped answering after ${calls} calls${said === '' ? '' : `: ${said}`}`,
      },
    ];
  });
}

function isTried({ failure, response }: Exchange): boolean {
  if (response !== undefined) return true;
  return failure !== undefined && (failure.kind !== 'not-sent' || failure.why === 'stopped-answering');
}

function addressOf(url: string): string {
  return /^[a-z]+:\/\/[^/]*/i.exec(url)?.[0] ?? '';
}
