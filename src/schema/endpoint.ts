/** `contracts/<service>/<endpoint>.yaml`. */
import { choice, doc, FLAG, map, object, schemaFile, type ValueOf } from './builder.ts';
import { MEMBER, NAME, POINTER, RANGE_PROPERTIES, TEXT } from './common.ts';
import { CASE, CASE_DEFINITIONS } from './cases.ts';
import { FIELD_DEFINITIONS, FIELDS } from './fields.ts';
import { OPERATION, OPERATION_DEFINITIONS } from './operations.ts';

export type RawEndpoint = ValueOf<typeof ENDPOINT>;
const ENDPOINT = doc(
  'contracts/<service>/<endpoint>.yaml',
  object(
    {
      endpoint: doc('Name of the endpoint. It is unique within the service and part of every check id.', NAME),
      title: doc('Display name of the endpoint.', TEXT),
      operations: doc('Operations of the endpoint, by name.', map(OPERATION, { keys: NAME, minProperties: 1 })),
    },
    {
      base: doc('Base address of its operations. Default: service.', choice('service', 'identity-provider')),
      describes: doc(
        'This endpoint describes the service itself. The version it reports is compared with the version of the contract.',
        object(
          { version: doc('Place of the version in the response.', POINTER) },
          {
            definition: doc(
              'The response is the published definition of the service in this format. Default: a description in a format of its own.',
              choice('openapi'),
            ),
            aligned: doc(
              'Whether the published definition is of the tested version. If not, it is not compared with the contract. Default: true.',
              FLAG,
            ),
          },
        ),
      ),
      singular: doc('Envelope field of one record, for example student.', MEMBER),
      uid: doc('Field that identifies a record, for example students_uid.', MEMBER),
      ...RANGE_PROPERTIES,
      parents: doc('Path parameters whose records another endpoint creates: parameter to endpoint.', map(NAME)),
      nested: doc(
        'Fields of a create that hold records of another endpoint: field to endpoint.',
        map(NAME, { keys: MEMBER }),
      ),
      fields: doc('Fields of the resource, by name.', FIELDS),
      fieldsFrom: doc('Open question, of kind confirm, that all fields without `shown` depend on.', TEXT),
      cases: doc(
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
