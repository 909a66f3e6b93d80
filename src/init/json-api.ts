/**
 * JSON:API resources `{ type, id, attributes, relationships }`. The attributes become the record; the ID and the relationships become
 * fields with a place.
 */
import type { JsonMap } from '../model/json.ts';
import { propertiesOf } from './schemas.ts';
import { encodePointerPart } from '../model/pointer.ts';
import { type JsonSchema, asList } from '../openapi/references.ts';

/** Schema keyword of ours: location of a field outside the attributes. */
export const PLACE_KEYWORD = 'x-plumbline-place';

export interface ResourceObject {
  /** The attributes with the ID and the to-one relationships as additional properties. */
  readonly schema: JsonSchema;
  /** Constant values around the attributes in a request. */
  readonly around: JsonMap;
  /** Whether the resource has an ID outside its attributes. */
  readonly hasId: boolean;
}

/** Returns undefined if the schema is not a JSON:API resource. */
export function resourceObjectIn(schema: JsonSchema | undefined): ResourceObject | undefined {
  const members = propertiesOf(schema);
  const attributes = propertiesOf(members['attributes']);
  if (schema === undefined || members['type'] === undefined || Object.keys(attributes).length === 0) return undefined;
  const related = relatedIn(members['relationships']).filter(({ name }) => !Object.hasOwn(attributes, name));
  const isRelationshipsRequired = asList(schema['required']).includes('relationships');
  const { id } = members;
  const hasId = id !== undefined && attributes['id'] === undefined;
  const relationshipFields = Object.fromEntries(
    related.map(({ name, place, schema: property }) => [name, { ...property, [PLACE_KEYWORD]: place }]),
  );
  const required = [
    ...asList(members['attributes']?.['required']),
    ...related.filter(({ isRequired }) => isRelationshipsRequired && isRequired).map(({ name }) => name),
    ...(hasId && asList(schema['required']).includes('id') ? ['id'] : []),
  ];
  return {
    schema: {
      ...members['attributes'],
      properties: {
        ...(hasId ? { id: { ...id, [PLACE_KEYWORD]: '1/id' } } : {}),
        ...attributes,
        ...relationshipFields,
      },
      required,
    },
    around: {
      ...constantOf(members['type'], 'type'),
      ...(related.length === 0
        ? {}
        : { relationships: Object.fromEntries(related.map(({ name, type }) => [name, { data: type }])) }),
    },
    hasId,
  };
}

interface Related {
  readonly name: string;
  readonly place: string;
  readonly schema: JsonSchema;
  readonly type: JsonMap;
  readonly isRequired: boolean;
}

/** To-one relationships with the schema of the related ID. */
function relatedIn(relationships: JsonSchema | undefined): readonly Related[] {
  const required = asList(relationships?.['required']);
  return Object.entries(propertiesOf(relationships)).flatMap(([name, relationship]) => {
    const data = propertiesOf(propertiesOf(relationship)['data']);
    const { id, type } = data;
    return id === undefined
      ? []
      : [
          {
            name,
            place: `1/relationships/${encodePointerPart(name)}/data/id`,
            schema: id,
            type: constantOf(type, 'type'),
            isRequired: required.includes(name),
          },
        ];
  });
}

function constantOf(schema: JsonSchema | undefined, name: string): JsonMap {
  const [only, ...others] = schema?.['const'] === undefined ? asList(schema?.['enum']) : [schema['const']];
  return only === undefined || others.length > 0 ? {} : { [name]: only };
}
