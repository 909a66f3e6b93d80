import type { Field } from '../model/field.ts';
import { closedObject, nullable, schemaOf, type Schema } from '../model/schema.ts';
import {
  commonOperations,
  deleteRefusals,
  document,
  readRefusals,
  ref,
  writeRefusals,
  type Described,
} from '../openapi/document.ts';
import { partnerPlaces } from './operations.ts';
import { channelFields, idPattern, maxChannels, partnerFields } from './partner.ts';

const idSchema: Schema = { type: 'string', pattern: idPattern.source };
const channels: Schema = { type: 'array', maxItems: maxChannels, items: ref('Channel') };

function propertiesOf(fields: readonly Field[], wrap: (field: Field) => Schema): Record<string, Schema> {
  return Object.fromEntries(fields.map((field) => [field.name, wrap(field)]));
}

const requiredOf = (fields: readonly Field[]): string[] =>
  fields.filter(({ required }) => required).map(({ name }) => name);

const optional = (field: Field): Schema => (field.required ? schemaOf(field) : nullable(schemaOf(field)));

const schemas: Readonly<Record<string, Schema>> = {
  Partner: closedObject({ id: idSchema, ...propertiesOf(partnerFields, schemaOf), channels }, [
    'id',
    ...requiredOf(partnerFields),
    'channels',
  ]),
  NewPartner: closedObject(
    { ...propertiesOf(partnerFields, optional), channels: nullable(channels) },
    requiredOf(partnerFields),
  ),
  PartnerChange: closedObject({ ...propertiesOf(partnerFields, optional), channels: nullable(channels) }, []),
  Channel: closedObject(propertiesOf(channelFields, schemaOf), requiredOf(channelFields)),
};

const [create, read, update, deleteChannels] = partnerPlaces;
const location = { Location: { schema: { type: 'string', format: 'uri-reference' } } };

const operations: readonly Described[] = [
  ...commonOperations,
  {
    ...create,
    summary: 'Create a partner',
    requestBody: ref('NewPartner'),
    successes: [{ status: 201, schema: ref('Partner'), headers: location }],
    refusals: [...writeRefusals.filter((status) => status !== 404), 422],
  },
  {
    ...read,
    summary: 'Read one partner',
    successes: [{ status: 200, schema: ref('Partner') }],
    refusals: readRefusals,
  },
  {
    ...update,
    summary: 'Partially update one partner',
    requestBody: ref('PartnerChange'),
    successes: [{ status: 200, schema: ref('Partner') }],
    refusals: [...writeRefusals, 422],
  },
  {
    ...deleteChannels,
    summary: 'Delete the channels of one partner',
    successes: [{ status: 204 }],
    refusals: deleteRefusals,
  },
];

/** The machine-readable definition, made from the fields the service runs from. */
export function definitionOf(version: string): unknown {
  return document({
    service: 'partner-onboarding',
    title: 'Partner Onboarding Service for Managed File Transfer',
    version,
    security: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
    schemas,
    operations,
    idSchema,
  });
}
