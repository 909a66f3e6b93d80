/** Parts of files by the place of their schema: what an answer has to be is what the file has to have there. */
import type { Json } from '../record/json.ts';
import { at, pointerPart } from '../record/pointer.ts';
import { mistakesAt, schemaFile, type FileKind } from './schemas.ts';
import { NOUNS, withArticle } from './words.ts';

interface Node {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly additionalProperties?: Node | boolean;
  readonly items?: Node;
}

/** The place of the schema for a member of a file; undefined where the file may have anything there. */
export function placeInSchema(kind: FileKind, path: readonly string[]): string | undefined {
  let place: string | undefined = `${kind}.schema.json#`;
  for (const part of path) {
    place = place === undefined ? undefined : stepInto(place, part);
    if (place === undefined) return undefined;
  }
  const node = place === undefined ? undefined : nodeAt(place);
  return node === undefined || Object.keys(node).every((key) => key === 'description') ? undefined : place;
}

function stepInto(from: string, part: string): string | undefined {
  const place = resolved(from);
  const node = nodeAt(place);
  if (node?.properties?.[part] !== undefined) return `${place}/properties/${pointerPart(part)}`;
  if (typeof node?.additionalProperties === 'object') return `${place}/additionalProperties`;
  return node?.items === undefined ? undefined : `${place}/items`;
}

/** A place with nothing but a reference is the place that it refers to. */
function resolved(place: string): string {
  const node = nodeAt(place);
  if (node?.$ref === undefined) return place;
  const [file] = place.split('#');
  return resolved(node.$ref.startsWith('#') ? `${file ?? ''}${node.$ref}` : node.$ref);
}

function nodeAt(place: string): Node | undefined {
  const [file = '', pointer = ''] = place.split('#');
  return at(schemaFile(file) as Json, pointer) as Node | undefined;
}

/** In words what is needed at a place of a schema, where the value is none. */
export function misfit(schema: string, value: Json): string | undefined {
  const mistake = mistakesAt(schema, value)[0];
  if (mistake === undefined) return undefined;
  const { title, type, enum: allowed, minimum, maximum } = mistake.schema;
  switch (mistake.keyword) {
    case 'enum':
      return `one of ${(allowed ?? []).map(String).join(', ')}`;
    case 'minimum':
      return `${minimum ?? ''} at least`;
    case 'maximum':
      return `${maximum ?? ''} at most`;
    case 'type':
    case 'pattern':
      if (title !== undefined) return withArticle(title);
      return [type ?? 'string']
        .flat()
        .map((one) => NOUNS[one] ?? one)
        .join(' or ');
    default:
      return mistake.schema.title === undefined
        ? 'what the contract can have there'
        : withArticle(mistake.schema.title);
  }
}
