/** What stood in the way of checks that could not be judged: the answer that they met, by operation, and not the step that waited for it. */
import type { Exchange } from '../record/exchange.ts';
import { header } from '../record/headers.ts';
import { endOf, type ExchangeIndex } from './departure.ts';
import type { ReportCheck } from './model.ts';
import { traitOf } from './sent-traits.ts';

export interface Obstacle {
  readonly key: string;
  readonly title: string;
}

export function obstacleOf(check: ReportCheck, exchanges: ExchangeIndex): Obstacle | undefined {
  const version = `${check.service}@${check.spec}`;
  const met = check.evidence.flatMap((id) => exchanges.get(`${version} ${id}`) ?? []);
  const signIn = met.find(isWithoutToken)?.failure?.message;
  if (signIn !== undefined) return { key: `sign-in ${signIn}`, title: capital(signIn) };
  const broken = met.find(({ response }) => (response?.status ?? 0) >= 500);
  return broken === undefined ? undefined : ofAnswer(broken, exchanges);
}

/** Whether nothing was sent since the identity provider gave no token. */
export function isWithoutToken({ failure }: Exchange): boolean {
  return failure?.why === 'no-token';
}

function ofAnswer(exchange: Exchange, exchanges: ExchangeIndex): Obstacle | undefined {
  const operation = exchanges.operationOf(exchange);
  const end = endOf(exchange);
  if (operation === undefined || end === undefined || exchange.response === undefined) return undefined;
  const retry = header(exchange.response, 'retry-after') === undefined ? '' : ' with Retry-After';
  const alike = exchanges.all.filter(
    (one) => one.service === exchange.service && one.spec === exchange.spec && exchanges.operationOf(one) === operation,
  );
  const trait = traitOf(
    alike.filter((one) => endOf(one) === end),
    alike.filter((one) => endOf(one)?.startsWith('2') === true),
  );
  return {
    key: `answered ${exchange.service} ${operation} ${end}`,
    title: `${operation} is answered with ${end}${retry}${trait === undefined ? '' : ` ${trait}`}, and what it makes is needed`,
  };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
