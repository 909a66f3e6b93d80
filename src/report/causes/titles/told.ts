/** What stands for no departure: a waiver that is not needed, and what could not be judged, by what it met. */
import { capital } from '../../../record/counted.ts';
import { defined } from '../../../record/defined.ts';
import type { Exchange } from '../../../record/exchange.ts';
import { likeOf, type SeenTurns } from '../turns/by-turns.ts';
import { byTurns } from './cause-sentence.ts';
import { blank, type JudgedReport, type Turns } from '../departures/departure.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { exchangeKey } from '../../exchange-key.ts';
import type { ReportCause, ReportCheck } from '../../model.ts';
import { isRefused, isRefusedEnd } from '../exchanges/ends.ts';
import type { IsRefused } from '../exchanges/moment.ts';
import { keyOfTurns } from '../turns/of-turns.ts';
import { obstacleOf, obstacleTitle } from './obstacle.ts';
import type { Silence } from '../exchanges/silence.ts';
import { titleOf } from '../../titles.ts';

export interface ToldCheck extends Pick<ReportCause, 'kind' | 'service' | 'title'> {
  readonly key: string;
  readonly index: number;
  /** The answer that it met. */
  readonly met?: Exchange;
}

export function titleOfTold(own: readonly ToldCheck[], exchanges: ExchangeIndex, isRefused: IsRefused): string {
  const met = own.flatMap((one) => one.met ?? []);
  return obstacleTitle(met, exchanges, isRefused) ?? own[0]?.title ?? '';
}

/** A refusal with a status of its own, or one that a check is content with. */
export function refusedIn({ checks, rules }: JudgedReport): IsRefused {
  const found = new Set(
    checks.flatMap(({ service, spec, rule, verdict, evidence }) =>
      rules[rule]?.awaits === 'refusal' && verdict === 'pass' ? evidence.map((id) => `${service}@${spec} ${id}`) : [],
    ),
  );
  return (exchange) => isRefused(exchange) || found.has(exchangeKey(exchange));
}

/** What stands for no departure: a waiver that is not needed, and what could not be judged. */
export function toldOf(
  check: ReportCheck,
  index: number,
  report: JudgedReport,
  exchanges: ExchangeIndex,
  silences: readonly Silence[],
  turns: SeenTurns,
  isKnown: (turns: Turns, check: ReportCheck) => boolean,
): ToldCheck | undefined {
  const { service } = check;
  if (check.disposition === 'unexpected-pass') {
    const key = `unexpected-pass ${service} ${check.id}`;
    return {
      index,
      service,
      kind: 'unexpected-pass',
      key,
      title: titleOf(check, report.rules).main,
    };
  }
  if (check.verdict !== 'inconclusive' && check.verdict !== 'untested') return undefined;
  const seen = check.evidence.flatMap((id) => exchanges.get(`${service}@${check.spec} ${id}`) ?? []);
  const silence = silences.find(({ unanswered }) => seen.some((one) => unanswered.has(one)));
  if (silence !== undefined)
    return {
      index,
      service,
      kind: 'breakdown',
      key: `silent ${silence.key}`,
      title: silence.title,
    };
  const ofTurns = check.verdict === 'inconclusive' ? turnsMet(seen, exchanges, turns) : undefined;
  if (ofTurns !== undefined && !isKnown(ofTurns, check))
    return {
      index,
      service,
      kind: 'finding',
      key: `${service} ${keyOfTurns(ofTurns)}`,
      title: byTurns(ofTurns),
    };
  const obstacle = obstacleOf(check, exchanges);
  const why = check.cause ?? (check.verdict === 'untested' ? 'Planned, but never judged.' : 'No cause was recorded.');
  return {
    index,
    service,
    kind: 'undetermined',
    key: `undetermined ${service} ${obstacle?.key ?? blank(why)}`,
    title: capital(why),
    ...defined({ met: obstacle?.met }),
  };
}

/** What of the service's turns a check ran into on its way: of what it sent to be served. */
function turnsMet(seen: readonly Exchange[], exchanges: ExchangeIndex, { found, of }: SeenTurns): Turns | undefined {
  const all = seen.flatMap((one) => found.get(likeOf(one, exchanges, of)) ?? []);
  return all.find(({ end }) => isRefusedEnd(end));
}
