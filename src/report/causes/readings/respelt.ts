/** Texts that come back as another language than JSON writes or reads them: as of a form, or with a backslash before each quote. */
import { decodePercent } from '../../../record/percent.ts';
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { Departure, Sight } from '../departures/departure.ts';
import { operationsOf, type ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { textsIn } from '../exchanges/parts-of-json.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { at } from '../../../record/pointer.ts';
import { listed } from '../../phrase.ts';
import { oneLine } from '../../words.ts';
import { seenBy, type CauseReading } from './model.ts';

interface Spelling {
  /** Departures of one key, whatever looks at the texts. */
  readonly key: string;
  readonly says: string;
  readonly become: (text: string) => string;
}

const SPELLINGS: readonly Spelling[] = [
  {
    key: 'decoded as a form',
    says: 'Decodes texts as if they were of a form',
    become: (text) => decodePercent(text.replaceAll('+', ' ')) ?? text,
  },
  {
    key: 'backslashes',
    says: 'Stores texts with a backslash before each quote and backslash',
    become: (text) => text.replace(/["'\\]/g, '\\$&'),
  },
];

const LONGEST = 40;

/** `Decodes texts as if they were of a form: "Ada+L%6Fvelace" becomes "Ada Lovelace", on orders/create`. */
export const respelt: CauseReading = ({ own, exchanges }) => {
  const spelling = SPELLINGS.find(({ key }) => key === own[0]?.key);
  if (spelling === undefined) return undefined;
  const [first] = own.flatMap(({ sights }) => sights.flatMap((sight) => pairsIn(sight, spelling, exchanges) ?? []));
  if (first === undefined) return undefined;
  const [sent, shown] = first.map((text) => oneLine(JSON.stringify(text), LONGEST));
  return `${spelling.says}: ${sent ?? ''} becomes ${shown ?? ''}, on ${listed(operationsOf(seenBy(own, exchanges), exchanges))}`;
};

export function keysOfSpellings(
  _departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  return ({ kind, layer, sights }) =>
    kind === 'finding' && (layer === 'value' || layer === 'shape') && sights.length > 0
      ? SPELLINGS.find((spelling) => sights.every((sight) => pairsIn(sight, spelling, exchanges) !== undefined))?.key
      : undefined;
}

type Pair = readonly [sent: string, shown: string];

/** The texts that are shown so, with those that were sent; undefined where there are none, or one that is shown otherwise. */
function pairsIn(
  { finding, exchange }: Sight,
  { become }: Spelling,
  exchanges: ExchangeIndex,
): readonly Pair[] | undefined {
  const seen = exchanges.get(exchange);
  const pointer = pointerIn(finding.where);
  if (seen === undefined || pointer === undefined || (seen.response?.status ?? 0) >= 300) return undefined;
  const sent = new Set(exchanges.ofCase(caseOf(seen)).flatMap((one) => textsIn(sentJson(one))));
  const other = textsIn(at(answeredJson(seen), pointer)).filter((text) => !sent.has(text));
  const pairs = other.map((text): Pair | undefined => {
    const from = [...sent].find((one) => become(one) === text);
    return from === undefined ? undefined : [from, text];
  });
  const found = pairs.filter((pair) => pair !== undefined);
  return found.length === 0 || found.length < pairs.length ? undefined : found;
}

