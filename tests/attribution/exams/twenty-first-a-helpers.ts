/** What several questions of the exam do to partners and to replies. */
import type { Exchange } from '../../../services/gateway.ts';
import type { Reply } from '../../../services/http/message.ts';
import type { FaultChange, StagesOf } from '../../../services/index.ts';
import type { Partner } from '../../../services/partner-onboarding/partner.ts';
import type { Exam } from '../exam.ts';

export type PartnerQuestions = NonNullable<Exam['partner-onboarding']>;

type PartnerChange = FaultChange<StagesOf['partner-onboarding']>;

/** An operation whose work is done as ever, and whose reply is another. */
export const replying =
  (operation: string, alter: (reply: Reply) => Reply): PartnerChange =>
  ({ run: { [operation]: inner } }) => ({
    run: { [operation]: (exchange) => alter(runWith(inner, exchange)) },
  });

export function runWith(run: ((exchange: Exchange) => Reply) | undefined, exchange: Exchange): Reply {
  if (!run) throw new Error('There is no such operation.');
  return run(exchange);
}

/** The reply with its JSON made anew. */
export function withBody(reply: Reply, alter: (body: Readonly<Record<string, unknown>>) => unknown): Reply {
  const body = JSON.parse(reply.body ?? '{}') as Readonly<Record<string, unknown>>;
  return { ...reply, body: JSON.stringify(alter(body)) };
}

/** The partner with each of its texts changed, and those of its channels. */
export function withTexts(partner: Partner, alter: (text: string) => string): Partner {
  const all = (texts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, alter(text)]));
  return { ...partner, values: all(partner.values), channels: partner.channels.map(all) };
}
