/** Texts of answers in which characters are written as entities of HTML: what is meant for a page was sent to a program. */
import { answeredJson, sentJson } from '../exchanges/bodies.ts';
import type { ExchangeIndex } from '../exchanges/exchange-index.ts';
import { caseOf } from '../exchanges/exchange-place.ts';
import { textsIn } from '../exchanges/parts-of-json.ts';
import { placed } from '../departures/cause-place.ts';
import { shapeWord, type Departure, type Sight } from '../departures/departure.ts';
import { pointerIn } from '../departures/finding-place.ts';
import { at } from '../../../record/pointer.ts';
import { listed } from '../../phrase.ts';
import type { CauseReading } from './model.ts';

/** Departures of one key: whatever looks at a text meets the same. */
const ENTITIES = 'entities';

/** Of more one knows how they are made. */
const MOST = 2;

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
/** As it is, or escaped: each entity begins with it, and few answers have one. */
const AMPERSAND = /&|\\u0026/;
const ENTITY = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(amp|lt|gt|quot|apos));/gi;

/** `Writes characters as entities of HTML in the texts of its answers: "&#x27;" for "'"`. */
export const entities: CauseReading = ({ own, exchanges, report }) => {
  if (own[0]?.key !== ENTITIES) return undefined;
  const found = new Map(own.flatMap(({ sights }) => sights.flatMap((sight) => [...entitiesIn(sight, exchanges)])));
  const shown = [...found].map(([entity, character]) => `"${entity}" for "${character}"`);
  const words = `Writes characters as entities of HTML in the texts of its answers: ${listed(shown.slice(0, MOST))}`;
  return placed(words, own, report);
};

export function keysOfEntities(
  _departures: readonly Departure[],
  exchanges: ExchangeIndex,
): (departure: Departure) => string | undefined {
  return ({ sights }) =>
    sights.length > 0 && sights.every((sight) => entitiesIn(sight, exchanges).size > 0) ? ENTITIES : undefined;
}

/** With the characters that they stand for; none that was sent so. */
function entitiesIn({ finding, exchange }: Sight, exchanges: ExchangeIndex): ReadonlyMap<string, string> {
  const seen = exchanges.get(exchange);
  const pointer = pointerIn(finding.where);
  // What is no list is wrong whatever stands in it.
  if (
    seen === undefined ||
    pointer === undefined ||
    shapeWord(finding) === 'no-list' ||
    !AMPERSAND.test(seen.response?.body ?? '')
  )
    return new Map();
  const shown = at(answeredJson(seen), pointer);
  const texts = textsIn(shown).filter((text) => text.search(ENTITY) >= 0);
  if (texts.length === 0) return new Map();
  const own = exchanges.ofCase(caseOf(seen));
  const sent = own.map(({ request }) => request.body ?? '');
  const given = new Set(own.flatMap((one) => textsIn(sentJson(one))));
  return new Map(
    texts.flatMap((text) =>
      [...text.matchAll(ENTITY)].flatMap(([entity, digits, hex, name]) =>
        // What was sent with entities in it is shown with theirs, and a list has what others sent.
        given.has(unescaped(text)) || (!Array.isArray(shown) && !sent.some((body) => body.includes(entity)))
          ? [[entity, characterOf(digits, hex, name)]]
          : [],
      ),
    ),
  );
}

function unescaped(text: string): string {
  return text.replace(ENTITY, (_entity, ...[digits, hex, name]: (string | undefined)[]) =>
    characterOf(digits, hex, name),
  );
}

function characterOf(digits: string | undefined, hex: string | undefined, name = ''): string {
  const point = digits === undefined ? Number.parseInt(hex ?? '', 16) : Number(digits);
  return NAMED[name.toLowerCase()] ?? (point <= 0x10ffff ? String.fromCodePoint(point) : '');
}
