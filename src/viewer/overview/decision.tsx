import type { JSX } from 'preact';
import type { Decision, Reason, Report } from '../../report/model.ts';
import { decisionWords, incompleteWords, partOf, partWords, runStanding } from '../../report/standing.ts';
import { usePage } from '../lib/context.ts';
import { capital, duration, plural } from '../lib/format.ts';
import { href } from '../lib/route.ts';
import { NARROW, useMedia } from '../lib/use-media.ts';
import { selectionWords, TONE_MARK } from '../lib/words.ts';
import { Mark } from '../ui/mark.tsx';
import { Text } from '../ui/text.tsx';

interface Answer {
  readonly question: string;
  readonly answer: string;
  readonly because: string;
}

/** What was asked for in part is no answer to the question whether to release. */
function answerOf({ decision, summaries }: Report): Answer {
  const question = 'May we release?';
  if (decision.exitCode === 1) return { question, answer: 'No: block', because: 'Something is proven wrong.' };
  const decided = { exitCode: decision.exitCode, summaries };
  const incomplete = incompleteWords(decided);
  if (incomplete !== undefined)
    return { question, answer: `No: ${decisionWords(decided).text}`, because: `${incomplete}.` };
  const part = partOf(summaries);
  if (part !== undefined) {
    return {
      question: 'A part of the plan',
      answer: 'Part passes',
      because: `${partWords(part)} were asked for: this says nothing about conformance, and admits no release.`,
    };
  }
  const standing = runStanding({ summaries });
  const because =
    standing.tone === 'good'
      ? 'Everything the policy asks for is proven right.'
      : `The policy admits it as it is: ${standing.text}.`;
  return { question, answer: standing.tone === 'good' ? 'Yes: admit' : 'Yes, as agreed: admit', because };
}

/** The most important come first; a gate may give many. */
const MOST = 6;
const MOST_NARROW = 3;

/** May we release, and why. */
export function DecisionBlock(): JSX.Element {
  const { store } = usePage();
  const { decision, run, checks } = store.report;
  const shown = shownFirst(decision, useMedia(NARROW) ? MOST_NARROW : MOST);
  const took = Date.parse(run.finishedAt) - Date.parse(run.startedAt);
  const tone = TONE_MARK[decisionWords({ exitCode: decision.exitCode, summaries: store.report.summaries }).tone];
  const { question, answer, because } = answerOf(store.report);
  return (
    <section class={`decision decision-${tone}`} aria-labelledby="decision-title">
      <div class="decision-head">
        <Mark kind={tone} />
        <div>
          <p class="overline">{question}</p>
          <h1 id="decision-title" tabIndex={-1}>
            {answer}
          </h1>
          <p class="dim">{capital(because)}</p>
        </div>
      </div>
      <div class="reasons-box">
        <Reasons reasons={decision.reasons.slice(0, shown)} from={0} />
        {decision.reasons.length > shown && (
          <details class="fold">
            <summary>{plural(decision.reasons.length - shown, 'more reason')}</summary>
            <Reasons reasons={decision.reasons.slice(shown)} from={shown} />
          </details>
        )}
      </div>
      <p class="decision-foot">
        Policy {decision.policy} · {plural(checks.length, 'check')} · {plural(run.exchanges, 'exchange')} in{' '}
        {duration(took)}
        {selectionWords(run).map((words) => (
          <span key={words}> · {words}</span>
        ))}
      </p>
    </section>
  );
}

/** Reasons that decide, up to a number; what is only said beside a block can wait. */
function shownFirst({ decision, reasons }: Decision, most: number): number {
  const said = decision === 'block' ? reasons.findIndex((reason) => reason.effect === 'show') : -1;
  return Math.min(most, said > 0 ? said : reasons.length);
}

function Reasons({ reasons, from }: { readonly reasons: readonly Reason[]; readonly from: number }): JSX.Element {
  return (
    <ol class="reasons" start={from + 1}>
      {reasons.map((reason, index) => (
        <li key={index}>
          <Text>{reason.text}</Text>
          {reason.checks.length > 0 && (
            <>
              {' '}
              <a href={href('checks', { reason: String(from + index) })} data-item>
                {plural(reason.checks.length, 'check')}
                <span class="unseen-label"> for: {reason.text}</span>
              </a>
            </>
          )}
        </li>
      ))}
    </ol>
  );
}
