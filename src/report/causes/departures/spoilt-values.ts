/** What a value that came back otherwise explains, or is explained by: it was moved, spoilt when it was stored, or written in another form. */
import { fits, type RulePattern } from '../../../record/rule-pattern.ts';
import { shapeWord, type Departure } from './departure.ts';
import { namesIn, versionOf } from './departure-place.ts';
import { shownIn, wantedIn } from './finding-value.ts';
import { groupBy } from '../../../record/group-by.ts';
import type { Finding } from '../../model.ts';
import { movesIn } from './moved.ts';

/** Read-backs that show what was sent at other members. */
export interface Moved {
  readonly departure: Departure;
  readonly names: ReadonlySet<string>;
}

export function movedIn(departures: readonly Departure[]): readonly Moved[] {
  return departures.flatMap((departure) => {
    const moves = departure.layer === 'value' ? movesIn(departure.check.findings) : [];
    return moves.length === 0 ? [] : [{ departure, names: new Set(moves.flatMap(({ from, to }) => [from, to])) }];
  });
}

/** A member that has another's value lacks its own, or has not its form. */
export function ofMoved(one: Departure, moved: readonly Moved[]): Departure | undefined {
  if (one.layer !== 'shape' || one.sights.length === 0) return undefined;
  return moved.find(
    ({ departure: { check }, names }) =>
      versionOf(one) === `${check.service}@${check.spec}` &&
      one.check.endpoint === check.endpoint &&
      one.sights.every(({ finding }) => namesIn(finding).some((name) => names.has(name))),
  )?.departure;
}

/** What shows that a value is stored otherwise than it was sent: any value, or texts that are made to see it. */
const OF_TEXTS: readonly RulePattern[] = [
  'lifecycle.read-back',
  'input.text-trap',
  'input.signs-stored',
  'input.escapes-stored',
  'input.zeros-kept',
  'input.blanks-kept',
  'input.blanks-stored',
  'input.astral-stored',
  'input.words-kept',
  'input.addresses-kept',
  'input.longest-stored',
];
const FORMS_OF_TEXTS: readonly (string | undefined)[] = ['maxLength', 'minLength', 'pattern', 'format'];

/** A text that is spoilt when it is stored has another form for that. */
export function ofSpoilt(one: Departure, byRule: ReadonlyMap<string, readonly Departure[]>): Departure | undefined {
  if (one.layer !== 'shape' || !one.sights.every(({ finding }) => FORMS_OF_TEXTS.includes(finding.keyword)))
    return undefined;
  const names = new Set(one.sights.flatMap(({ finding }) => namesIn(finding)));
  return OF_TEXTS.flatMap((rule) => byRule.get(rule) ?? []).find(
    (other) =>
      versionOf(other) === versionOf(one) &&
      other.check.endpoint === one.check.endpoint &&
      other.sights.some(
        ({ finding }) =>
          finding.kind === 'value' &&
          formLost(finding) === undefined &&
          namesIn(finding).some((name) => names.has(name)),
      ),
  );
}

/** Departures from a schema, by the form that a value does not have. */
export type ByForm = ReadonlyMap<string, readonly Departure[]>;

export function formsIn(departures: readonly Departure[]): ByForm {
  return groupBy(
    departures.filter(({ layer, sights }) => layer === 'shape' && sights.length > 0),
    ({ sights: [first] }) => (first === undefined ? '' : shapeWord(first.finding)),
  );
}

/** Values that come back in another form are that form's, where their members have it in no schema. */
export function ofForm(one: Departure, byForm: ByForm): Departure | undefined {
  if (one.layer !== 'value' || one.sights.length === 0) return undefined;
  const [word, ...others] = new Set(one.sights.map(({ finding }) => formLost(finding)));
  return word === undefined || others.length > 0
    ? undefined
    : byForm.get(word)?.find((other) => versionOf(other) === versionOf(one));
}

const FORMS: readonly (readonly [string, RegExp])[] = [
  ['format date', /^\d{4}-\d{2}-\d{2}$/],
  ['format date-time', /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:?\d{2})$/],
];

/** The form that a value was wanted in and did not come in, in the word that departures from a schema have for it. */
export function formLost(finding: Finding): string | undefined {
  const [wanted, shown] = [wantedIn(finding), shownIn(finding)];
  if (typeof shown !== 'string') return undefined;
  if (typeof wanted === 'number') return Number(shown) === wanted ? 'numbers as texts' : undefined;
  if (typeof wanted !== 'string') return undefined;
  return FORMS.find(([, form]) => form.test(wanted) && !form.test(shown))?.[0];
}

/** What is seen of a number on its way past other things that are tried. */
const PAST_NUMBERS: readonly RulePattern[] = ['lifecycle.*', 'body.*', 'store.*'];
const OF_DIGITS: RulePattern = 'input.digits-stored';

/** Numbers that come back with fewer digits are those that are not kept whole, whatever showed them. */
export function ofDigits(one: Departure, byRule: ReadonlyMap<string, readonly Departure[]>): Departure | undefined {
  if (one.layer !== 'value' || one.sights.length === 0) return undefined;
  if (!fits(PAST_NUMBERS, one.check.rule) || !one.sights.every(({ finding }) => isRounded(finding))) return undefined;
  return byRule.get(OF_DIGITS)?.find((other) => versionOf(other) === versionOf(one));
}

/** Whether a number came as near to the one that is wanted as its last digit says, or single precision. */
function isRounded(finding: Finding): boolean {
  const [wanted, shown] = [wantedIn(finding), shownIn(finding)];
  if (typeof wanted !== 'number' || typeof shown !== 'number' || wanted === shown) return false;
  if (shown === Math.fround(wanted)) return true;
  return lastPlace(shown) > lastPlace(wanted) && Math.abs(wanted - shown) < lastPlace(shown);
}

/** What one more in its last digit is: 0.1 of 12.3, 100 of 12300. */
function lastPlace(value: number): number {
  const [whole = '', decimals = ''] = String(Math.abs(value)).split('.');
  return decimals === '' ? 10 ** (/0*$/.exec(whole)?.[0].length ?? 0) : 10 ** -decimals.length;
}
