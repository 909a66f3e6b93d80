/** Values that are shown at another member than the one they were sent as. */
import type { Json } from '../../../record/json.ts';
import { holderOf, lastName, pointerPart } from '../../../record/pointer.ts';
import { pointerIn } from './finding-place.ts';
import { isGone, shownIn, wantedIn } from './finding-value.ts';
import type { Finding } from '../../model.ts';

export interface Move {
  /** Names of the members, which stand beside each other. */
  readonly from: string;
  readonly to: string;
}

/** What one check found, if all that differs in it is in the wrong place. */
export function movesIn(findings: readonly Finding[]): readonly Move[] {
  const [sent, shown] = [new Map<string, Json>(), new Map<string, Json>()];
  for (const finding of findings) {
    const pointer = pointerIn(finding.where);
    const [wanted, found] = [wantedIn(finding), shownIn(finding)];
    if (pointer === undefined || wanted === undefined || (found === undefined && !isGone(finding))) return [];
    lay(wanted, pointer, sent);
    if (found !== undefined) lay(found, pointer, shown);
  }
  const moves: Move[] = [];
  for (const [place, value] of shown) {
    if (sent.get(place) === value) continue;
    const from = [...sent].find(
      ([other, was]) => was === value && other !== place && besides(other, place) && shown.get(other) !== was,
    )?.[0];
    const isExchanged = from !== undefined && shown.get(from) === sent.get(place) && sent.has(place);
    if (from === undefined || !isTelling(value, isExchanged)) return [];
    moves.push({ from: lastName(from), to: lastName(place) });
  }
  return moves;
}

/** `endpoint and description in each other's place`, `endpoint as description`. */
export function movesWords(moves: readonly Move[]): string {
  const told = new Set<string>();
  for (const { from, to } of moves)
    told.add(
      moves.some((other) => other.from === to && other.to === from)
        ? `${[from, to].sort().join(' and ')} in each other's place`
        : `${from} as ${to}`,
    );
  return [...told].join(', ');
}

/** Values that are the same by chance say nothing; numbers are so more often than texts, but not both ways. */
function isTelling(value: Json, isExchanged: boolean): boolean {
  if (typeof value === 'number') return isExchanged && (!Number.isInteger(value) || Math.abs(value) > 9);
  return typeof value === 'string' && value.length > 2;
}

function lay(value: Json, place: string, into: Map<string, Json>): void {
  if (typeof value !== 'object' || value === null) into.set(place, value);
  else for (const [name, inner] of Object.entries(value)) lay(inner as Json, `${place}/${pointerPart(name)}`, into);
}

function besides(one: string, other: string): boolean {
  return holderOf(one) === holderOf(other);
}
