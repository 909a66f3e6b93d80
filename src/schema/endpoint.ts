/** `contracts/<service>/<endpoint>.yaml`. */
import { choice, describeSchema, FLAG, map, object, schemaFile, type ValueOf } from './builder.ts';
import { MEMBER, NAME, POINTER, RANGE_PROPERTIES, TEXT } from './common.ts';
import { CASE, CASE_DEFINITIONS } from './cases.ts';
import { FIELD_DEFINITIONS, FIELDS } from './fields.ts';
import { OPERATION, OPERATION_DEFINITIONS } from './operations.ts';

export type RawEndpoint = ValueOf<typeof ENDPOINT>;
const ENDPOINT = describeSchema(
  'contracts/<service>/<endpoint>.yaml: fields, operations and cases of one endpoint.',
  object(
    {
      endpoint: describeSchema(
        'Name of the endpoint. It is unique within the service and part of every check id.',
        NAME,
      ),
      title: describeSchema('Display name of the endpoint.', TEXT),
      operations: describeSchema(
        'Operations of the endpoint, by name.',
        map(OPERATION, { keys: NAME, minProperties: 1 }),
      ),
    },
    {
      base: describeSchema('Base address of its operations. Default: service.', choice('service', 'identity-provider')),
      describes: describeSchema(
        'This endpoint describes the service itself. The version it reports is compared with the version of the contract.',
        object(
          { version: describeSchema('Place of the version in the response.', POINTER) },
          {
            definition: describeSchema(
              'The response is the published definition of the service in this format. Default: a description in a format of its own.',
              choice('openapi'),
            ),
            aligned: describeSchema(
              'Whether the published definition is of the tested version. If not, it is not compared with the contract. Default: true.',
              FLAG,
            ),
          },
        ),
      ),
      singular: describeSchema('Envelope field of one record, for example student.', MEMBER),
      uid: describeSchema('Field that identifies a record, for example students_uid.', MEMBER),
      ...RANGE_PROPERTIES,
      parents: describeSchema(
        'Path parameters whose records another endpoint creates: parameter to endpoint.',
        map(NAME),
      ),
      nested: describeSchema(
        'Fields of a create that hold records of another endpoint: field to endpoint.',
        map(NAME, { keys: MEMBER }),
      ),
      fields: describeSchema('Fields of the resource, by name.', FIELDS),
      fieldsFrom: describeSchema('Open question, of kind confirm, that all fields without `shown` depend on.', TEXT),
      cases: describeSchema(
        'Test cases beyond the generated ones: one change to the valid request, and the checks on the response.',
        map(CASE, { keys: NAME }),
      ),
    },
  ),
);

export const ENDPOINT_FILE = schemaFile(
  'Plumbline: the contract of an endpoint',
  ENDPOINT,
  FIELD_DEFINITIONS,
  OPERATION_DEFINITIONS,
  CASE_DEFINITIONS,
);
