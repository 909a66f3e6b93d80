/**
 * What is said of a service in one version, of a run, and of its decision: the same words in every view.
 *
 * "Conformant" without more is said only if the whole plan was run and everything that applies was judged and passes.
 */
import type { Counts, Decision, Part, Report, Summary } from './model.ts';
import { counted, number, verb } from '../model/text.ts';

/** Green, amber and red: proven right; agreed, partial or open; proven wrong. */
export type Tone = 'good' | 'open' | 'bad';

export interface Standing {
  readonly text: string;
  readonly tone: Tone;
}

type Judged = Pick<Summary, 'result' | 'confirmed' | 'part' | 'excused' | 'counts' | 'failing'>;

export function standingOf(summary: Judged): Standing {
  const { result, part, excused, counts } = summary;
  if (counts.checks === 0) return { text: 'incomplete, nothing was planned', tone: 'open' };
  const inPart = part === undefined ? '' : ` (a part: ${partWords(part)})`;
  if (result === 'nonconformant') {
    // What a waiver excuses counts as excused only where nothing that binds fails beside it.
    return excused === undefined || hasOpenFailure(summary)
      ? { text: `nonconformant${inPart}`, tone: 'bad' }
      : {
          text: `nonconformant, excused: ${number(excused.count)}, the first until ${excused.earliest}${inPart}`,
          tone: 'open',
        };
  }
  if (result === 'incomplete') {
    return part !== undefined && isPartOnly(summary)
      ? { text: `part only: ${partWords(part)}${remarks(summary)}`, tone: 'open' }
      : { text: `incomplete${inPart}`, tone: 'open' };
  }
  const more = remarks(summary);
  if (result === 'undecided') {
    const { count, of } = summary.confirmed ?? { count: 0, of: 0 };
    return { text: `undecided${more}, ${number(count)} of ${counted(of, 'mandatory check')} confirmed`, tone: 'open' };
  }
  return { text: `conformant${more}`, tone: more === '' ? 'good' : 'open' };
}

/** Nothing is open but what the run was not asked for. */
function isPartOnly({ result, part, counts }: Judged): boolean {
  return result === 'incomplete' && part !== undefined && counts.checks > 0 && counts.dispositions.undetermined === 0;
}

/** `4 of 582 checks`. */
export function partWords({ planned, of }: Part): string {
  return `${number(planned)} of ${counted(of, 'check')}`;
}

/** What does not stand against conformance, and must not be hidden under a tick. */
function remarks({ failing, excused, counts }: Judged): string {
  const { recommendations, assumed, practice } = broken(failing);
  const parts = [
    ...(recommendations === 0 ? [] : [`${counted(recommendations, 'recommendation')} broken`]),
    ...(assumed === 0 ? [] : [`${number(assumed)} failing on assumptions`]),
    ...(practice === 0 ? [] : [`${number(practice)} against good practice`]),
    ...(excused === undefined ? [] : [`${number(excused.count)} excused`]),
    ...(counts.dispositions.undetermined === 0 ? [] : [`${number(counts.dispositions.undetermined)} not judged`]),
  ];
  return parts.length === 0 ? '' : `, ${parts.join(', ')}`;
}

/** Failures that do not bind, by why they do not. */
export function broken(failing: Summary['failing']): {
  readonly recommendations: number;
  readonly assumed: number;
  readonly practice: number;
} {
  let [recommendations, assumed, practice] = [0, 0, 0];
  for (const [level, bases] of Object.entries(failing)) {
    for (const [basis, times] of Object.entries(bases)) {
      if (basis === 'practice') practice += times;
      else if (basis === 'assumed') assumed += times;
      else if (level !== 'MUST') recommendations += times;
    }
  }
  return { recommendations, assumed, practice };
}

/** Whether a check that binds fails, and nothing excuses it. */
function hasOpenFailure({ failing }: Judged): boolean {
  return Object.entries(failing.MUST ?? {}).some(
    ([basis, times]) => basis !== 'assumed' && basis !== 'practice' && times > 0,
  );
}

/** `5,638 pass, 829 do not apply`: what does not apply is never counted among what holds. */
export function countsInWords({ verdicts, dispositions }: Counts): string {
  const parts: readonly (readonly [number, string])[] = [
    [verdicts.pass, verb(verdicts.pass, 'passes', 'pass')],
    [dispositions['expected-failure'], 'excused'],
    [dispositions.nonconforming, 'failing'],
    [dispositions.undetermined, 'not judged'],
    [verdicts.inapplicable, verb(verdicts.inapplicable, 'does not apply', 'do not apply')],
  ];
  const said = parts.filter(([times]) => times > 0).map(([times, word]) => `${number(times)} ${word}`);
  return said.length === 0 ? 'nothing planned' : said.join(', ');
}

/** The decision in a word or two. A part that passes admits nothing but itself. */
export function decisionWords({ exitCode, summaries }: DecidedRun): Standing {
  if (exitCode === 1) return { text: 'block', tone: 'bad' };
  if (exitCode === 3) return { text: 'incomplete, not admitted', tone: 'open' };
  if (partOf(summaries) !== undefined) return { text: 'part passes', tone: 'open' };
  // A policy may admit what is not conformant, or breaks what is merely recommended: that is no plain tick.
  const recommendations = summaries.reduce((sum, { failing }) => sum + broken(failing).recommendations, 0);
  const tone = runStanding({ summaries }).tone === 'good' ? 'good' : 'open';
  return {
    text: recommendations === 0 ? 'admit' : `admit, ${counted(recommendations, 'recommendation')} broken`,
    tone,
  };
}

/** What is behind a run that is not admitted as it is incomplete, in a sentence without its stop; of others the reasons say it. */
export function incompleteWords({ exitCode, summaries }: DecidedRun): string | undefined {
  if (exitCode !== 3) return undefined;
  // A policy may let failures through that bind, and waivers excuse others.
  const fails = summaries.some(
    ({ counts: { dispositions } }) => dispositions.nonconforming > 0 || dispositions['expected-failure'] > 0,
  );
  return `nothing ${fails ? 'that blocks ' : ''}is proven wrong, but not everything is proven right`;
}

/** The first word in capitals, for where there is no colour: `INCOMPLETE, not admitted`, `PART PASSES`. */
export function loud(text: string): string {
  const [word = '', ...rest] = text.split(', ');
  return [word.toUpperCase(), ...rest].join(', ');
}

export interface DecidedRun {
  readonly exitCode: Decision['exitCode'];
  readonly summaries: readonly Summary[];
}

/** The run as a whole, in as many words as a badge has room for. */
export function runStanding(report: Pick<Report, 'summaries'>): Standing {
  const standings = report.summaries.map(standingOf);
  const [only, second] = report.summaries;
  if (only !== undefined && second === undefined) return standings[0] ?? { text: '', tone: 'open' };
  const total = report.summaries.length;
  const of = (result: Summary['result']): number =>
    report.summaries.filter((summary) => summary.result === result).length;
  const wrong = standings.filter(({ tone }) => tone === 'bad').length;
  if (wrong > 0) return { text: `${wrong} of ${total} nonconformant`, tone: 'bad' };
  if (of('nonconformant') > 0)
    return { text: `${of('nonconformant')} of ${total} nonconformant, excused`, tone: 'open' };
  const parts = report.summaries.filter(({ part }) => part !== undefined);
  if (parts.length > 0 && report.summaries.every((summary) => summary.part === undefined || isPartOnly(summary))) {
    return { text: `part only: ${partWords(sumOfParts(report.summaries))}`, tone: 'open' };
  }
  if (total > 0 && of('incomplete') === 0 && of('undecided') > 0)
    return { text: `${of('undecided')} of ${total} undecided`, tone: 'open' };
  if (total === 0 || of('conformant') < total)
    return { text: `incomplete, ${of('conformant')} of ${total} conformant`, tone: 'open' };
  const remarked = standings.filter(({ tone }) => tone !== 'good').length;
  return remarked === 0
    ? { text: `${total} of ${total} conformant`, tone: 'good' }
    : { text: `${total} of ${total} conformant, ${remarked} with remarks`, tone: 'open' };
}

/** The part of the run, where any version was run in part. */
export function partOf(summaries: readonly Pick<Summary, 'part' | 'counts'>[]): Part | undefined {
  return summaries.some(({ part }) => part !== undefined) ? sumOfParts(summaries) : undefined;
}

function sumOfParts(summaries: readonly Pick<Summary, 'part' | 'counts'>[]): Part {
  const sum = (of: (summary: Pick<Summary, 'part' | 'counts'>) => number): number =>
    summaries.reduce((total, summary) => total + of(summary), 0);
  return { planned: sum(({ counts }) => counts.checks), of: sum(({ part, counts }) => part?.of ?? counts.checks) };
}
