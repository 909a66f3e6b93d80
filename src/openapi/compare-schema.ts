/** Compares a schema of the contract with a published one and reports each relevant difference with its location. */
import { isMap, type Json, type JsonMap, ownProperty } from '../model/json.ts';
import { type JsonSchema, asList } from './references.ts';
import { limitDifferences, type WritingSide } from './compare-limits.ts';
import { DRIFT_RULES } from './drift-rules.ts';
import {
  schemaDifference,
  normalizeSchema,
  isUnrestricted,
  type SchemaDifference,
  type SchemaForm,
} from './schema-form.ts';

interface Place {
  readonly side: WritingSide;
  readonly at: readonly string[];
  /** Whether the contract requires a value here. */
  readonly isRequired: boolean;
}

export function compareSchemas(wanted: JsonSchema, found: JsonSchema, side: WritingSide): readonly SchemaDifference[] {
  return compare(wanted, found, { side, at: [], isRequired: true });
}

function compare(wanted: JsonSchema, found: JsonSchema, place: Place): readonly SchemaDifference[] {
  const [want, got] = [normalizeSchema(wanted), normalizeSchema(found)];
  const [isWantedRestricted, isFoundRestricted] = [isRestricted(want), isRestricted(got)];
  if (!isWantedRestricted && !isFoundRestricted) return [];
  if (!isFoundRestricted) return [schemaDifference('undescribed', place.at, 'type', typeWords(want), 'anything')];
  if (!isWantedRestricted) return [schemaDifference('described', place.at, 'type', 'anything', typeWords(got))];
  return [...nullDifferences(want, got, place), ...compareForms(want.forms, got.forms, place)];
}

function isRestricted({ forms }: SchemaForm): boolean {
  return forms.some((one) => !isUnrestricted(one));
}

function typeWords({ forms }: SchemaForm): string {
  return [...new Set(forms.map((one) => (typeof one['type'] === 'string' ? one['type'] : 'anything')))].join(' or ');
}

function nullDifferences(
  want: SchemaForm,
  got: SchemaForm,
  { side, at, isRequired }: Place,
): readonly SchemaDifference[] {
  if (want.nullable === got.nullable) return [];
  if (want.nullable) return side === 'request' ? [schemaDifference('null-refused', at, 'clear')] : [];
  if (side === 'response') return [schemaDifference('null-answered', at, 'answer')];
  return [isRequired ? schemaDifference('null-taken', at, 'null') : schemaDifference('null-optional', at, 'null')];
}

/** Pairs each alternative of the contract with the most similar published one; the most similar pairs first. */
function compareForms(
  want: readonly JsonSchema[],
  got: readonly JsonSchema[],
  place: Place,
): readonly SchemaDifference[] {
  const [first, only] = [want[0], got[0]];
  if (want.length === 1 && got.length === 1 && first !== undefined && only !== undefined)
    return compareForm(first, only, place);
  const pairs = want
    .flatMap((one, w) => got.map((other, g) => ({ w, g, differences: compareForm(one, other, place) })))
    .sort((a, b) => cost(a.differences) - cost(b.differences));
  const [takenWant, takenGot] = [new Set<number>(), new Set<number>()];
  const reported: SchemaDifference[] = [];
  for (const { w, g, differences } of pairs) {
    if (takenWant.has(w) || takenGot.has(g)) continue;
    takenWant.add(w);
    takenGot.add(g);
    reported.push(...differences);
  }
  const words = (one: JsonSchema): string => formWords(one);
  return [
    ...reported,
    ...want
      .filter((_one, index) => !takenWant.has(index))
      .map((one) => schemaDifference('form-missing', place.at, 'answer', words(one))),
    ...got
      .filter((_one, index) => !takenGot.has(index))
      .map((one) => schemaDifference('form-extra', place.at, 'answer', undefined, words(one))),
  ];
}

/** Any contradiction outweighs all missing facts, and any missing fact outweighs all additional ones. */
function cost(differences: readonly SchemaDifference[]): number {
  const weights = { contradicts: 10_000, missing: 100, extra: 1 } as const;
  return differences.reduce(
    (sum, { rule, at }) => sum + weights[DRIFT_RULES[rule].weight] * (rule === 'type' && at.length === 0 ? 10 : 1),
    0,
  );
}

function formWords(schema: JsonSchema): string {
  const members = Object.keys(isMap(schema['properties']) ? schema['properties'] : {});
  const type = typeof schema['type'] === 'string' ? schema['type'] : 'anything';
  return members.length === 0
    ? type
    : `${type} with ${members.slice(0, 4).join(', ')}${members.length > 4 ? ', …' : ''}`;
}

function compareForm(want: JsonSchema, got: JsonSchema, place: Place): readonly SchemaDifference[] {
  const [type, other] = [want['type'], got['type']];
  if (type !== undefined && other !== undefined && type !== other)
    return [schemaDifference('type', place.at, place.at.length === 0 ? 'form' : 'type', String(type), String(other))];
  if (type !== undefined && other === undefined)
    return [
      schemaDifference('undescribed', place.at, 'type', String(type), 'anything'),
      ...limitDifferences(want, got, place),
    ];
  const limits = limitDifferences(want, got, place);
  if (type === 'object') return [...limits, ...compareMembers(want, got, place)];
  if (type === 'array') return [...limits, ...compareItems(want, got, place)];
  return limits;
}

function compareItems(want: JsonSchema, got: JsonSchema, place: Place): readonly SchemaDifference[] {
  return compare(mapOf(want['items']), mapOf(got['items']), { ...place, at: [...place.at, '[]'], isRequired: true });
}

function compareMembers(want: JsonSchema, got: JsonSchema, place: Place): readonly SchemaDifference[] {
  const [wantedProperties, foundProperties] = [mapOf(want['properties']), mapOf(got['properties'])];
  const [count, otherCount] = [Object.keys(wantedProperties).length, Object.keys(foundProperties).length];
  const isOpen = (schema: JsonSchema): boolean => schema['additionalProperties'] !== false;
  if (count === 0 && isOpen(want))
    return otherCount === 0 ? [] : [schemaDifference('described', place.at, 'member', 'an object', formWords(got))];
  if (otherCount === 0 && isOpen(got))
    return [schemaDifference('undescribed', place.at, 'member', formWords(want), 'an object')];
  const [required, demanded] = [new Set(asList(want['required'])), new Set(asList(got['required']))];
  return [...new Set([...Object.keys(wantedProperties), ...Object.keys(foundProperties)])].flatMap((name) => {
    const at = [...place.at, name];
    const [one, other] = [ownProperty(wantedProperties, name), ownProperty(foundProperties, name)];
    if (one === undefined)
      return isReadOnly(mapOf(other), place.side)
        ? []
        : [
            additionalProperty(
              at,
              place.side,
              demanded.has(name),
              isOpen(want),
              typeWords(normalizeSchema(mapOf(other))),
            ),
          ];
    if (other === undefined)
      return [missingProperty(at, place.side, required.has(name), isOpen(got), typeWords(normalizeSchema(mapOf(one))))];
    return [
      ...presence(at, place.side, required.has(name), demanded.has(name)),
      ...compare(mapOf(one), mapOf(other), { side: place.side, at, isRequired: required.has(name) }),
    ];
  });
}

/** Properties with `readOnly` should not be sent, and are required only in responses (OpenAPI 3.0.4, Schema Object). */
function isReadOnly(published: JsonMap, side: WritingSide): boolean {
  return side === 'request' && published['readOnly'] === true;
}

/** Compares a published property that the contract does not have. */
function additionalProperty(
  at: readonly string[],
  side: WritingSide,
  isDemanded: boolean,
  isOpen: boolean,
  words: string,
): SchemaDifference {
  if (side === 'response') return schemaDifference('member-extra', at, 'member', undefined, words);
  if (isDemanded) return schemaDifference('member-demanded', at, 'member', undefined, words);
  return isOpen
    ? schemaDifference('member-extra', at, 'member', undefined, words)
    : schemaDifference('member-unknown', at, 'unknown', undefined, words);
}

/** Compares a contract property that is not published. If responses may omit it, strict readers accept its absence. */
function missingProperty(
  at: readonly string[],
  side: WritingSide,
  isRequired: boolean,
  isOpen: boolean,
  words: string,
): SchemaDifference {
  if (side === 'request' && isRequired) return schemaDifference('member-needed', at, 'required', words);
  return schemaDifference(
    isOpen || (side === 'response' && !isRequired) ? 'member-missing' : 'member-refused',
    at,
    'member',
    words,
  );
}

function presence(
  at: readonly string[],
  side: WritingSide,
  isRequired: boolean,
  isDemanded: boolean,
): readonly SchemaDifference[] {
  if (isRequired === isDemanded) return [];
  if (side === 'request') return [schemaDifference(isRequired ? 'required-missing' : 'required-extra', at, 'required')];
  return [schemaDifference(isRequired ? 'presence-missing' : 'presence-extra', at, 'answer')];
}

function mapOf(value: Json | undefined): JsonMap {
  return isMap(value) ? value : {};
}
