import { defined } from '../model/objects.ts';
import { closedObject, nullable, schemaOf, type Schema } from '../model/schema.ts';
import { existsIn } from '../model/version.ts';
import {
  commonOperations,
  deleteRefusals,
  document,
  readRefusals,
  ref,
  writeRefusals,
  type Described,
} from '../openapi/document.ts';
import type { Action } from './families/family.ts';
import { helpBalance } from './families/enrolment-families.ts';
import { modelOf, type Kind } from './engine/model.ts';
import { familyPlaces, helpBalancePlace, type FamilyPlace } from './engine/operations.ts';

const built = new Map<string, unknown>();

/**
 * The machine-readable definition that student-reporting section 9 says is published, made from the families the service
 * runs from.
 */
export function definitionOf(version: string, announced = version): unknown {
  const key = `${version} ${announced}`;
  const known = built.get(key);
  if (known !== undefined) return known;
  const model = modelOf(version);
  const places = familyPlaces.filter((place) => existsIn(version, place));
  const kinds = [...new Set(places.map(({ family }) => model.kind(family.name)))];
  const made = document({
    service: 'student-reporting',
    title: 'Student-Information Reporting Service',
    version: announced,
    security: { type: 'apiKey', in: 'header', name: 'access-token' },
    schemas: {
      ...shared,
      ...Object.assign({}, ...kinds.map(schemasOf)),
      HelpBalance: helpBalanceSchema(version),
    } as Record<string, Schema>,
    operations: [
      ...commonOperations,
      ...places.map((place) => describe(place, model.kind(place.family.name))),
      {
        ...helpBalancePlace,
        summary: 'Read the HELP balance of a student',
        successes: [{ status: 200, schema: success(ref('HelpBalance')) }],
        refusals: readRefusals,
      },
    ],
    idSchema: { type: 'string', pattern: '^[1-9][0-9]*$' },
  });
  built.set(key, made);
  return made;
}

const uid: Schema = { type: 'integer', minimum: 1 };
const correlationId: Schema = { type: 'string', minLength: 1, maxLength: 64, pattern: '^\\S(?:[\\s\\S]*\\S)?$' };

const shared: Readonly<Record<string, Schema>> = {
  Refusal: closedObject(
    {
      success: { const: false },
      correlation_id: correlationId,
      result: closedObject(
        {
          errors: {
            type: 'array',
            minItems: 1,
            items: closedObject(
              {
                error_identifier: { type: 'string', pattern: '^\\d{5}[A-Z]{6}$' },
                error_description: { type: 'string' },
              },
              ['error_identifier', 'error_description'],
            ),
          },
        },
        ['errors'],
      ),
    },
    ['success', 'result'],
  ),
  Warnings: {
    type: 'array',
    minItems: 1,
    items: closedObject(
      {
        code: { type: 'string', pattern: '^\\d{5}[A-Z]{6}$' },
        severity: { const: 'warning' },
        detail: { type: 'string' },
        source: closedObject({ pointer: { type: 'string' } }, ['pointer']),
      },
      ['code', 'severity', 'detail'],
    ),
  },
};

function success(result: Schema): Schema {
  return closedObject({ success: { const: true }, result }, ['success', 'result']);
}

function pascal(name: string): string {
  return name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The schemas of one family: its record as read, its items as sent, and what a write answers. */
function schemasOf({ family, writable, readable, nested }: Kind): Record<string, Schema> {
  const name = pascal(family.singular);
  const readFields = readable;
  const writeFields = [...writable.values()].map(({ field }) => field);
  const required = writeFields.filter((field) => field.required).map((field) => field.name);
  const given = Object.fromEntries(
    writeFields.map((field) => [field.name, field.required ? schemaOf(field) : nullable(schemaOf(field))]),
  );
  const lists = Object.fromEntries(
    [...nested].map(([member, child]) => [
      member,
      { type: 'array', items: ref(`New${pascal(child.family.singular)}`) },
    ]),
  );
  const listed = Object.fromEntries(
    [...nested].map(([member, { family: child }]) => [
      member,
      {
        type: 'array',
        items: closedObject({ correlation_id: correlationId, [child.uid]: uid }, ['correlation_id', child.uid]),
      },
    ]),
  );
  const item = (content: Schema): Schema =>
    closedObject({ correlation_id: correlationId, [family.singular]: content }, ['correlation_id', family.singular]);
  const stored = closedObject(
    {
      success: { const: true },
      correlation_id: correlationId,
      result: closedObject({ [family.uid]: uid, ...listed }, [family.uid]),
      messages: ref('Warnings'),
    },
    ['success', 'correlation_id', 'result'],
  );
  const record = closedObject(
    { [family.uid]: uid, ...Object.fromEntries(readFields.map((field) => [field.name, schemaOf(field)])) },
    [family.uid, ...readFields.filter((field) => field.required).map((field) => field.name)],
  );
  return {
    [name]: closedObject({ [family.singular]: record }, [family.singular]),
    [`New${name}`]: item(closedObject({ ...given, ...lists }, required)),
    ...(family.actions.includes('update') ? { [`${name}Change`]: item(closedObject(given, [])) } : {}),
    [`${name}Result`]: { anyOf: [stored, ref('Refusal')] },
    [`${name}Deletion`]: { anyOf: [success(closedObject({ [family.uid]: uid }, [family.uid])), ref('Refusal')] },
  };
}

function helpBalanceSchema(version: string): Schema {
  const fields = helpBalance.fields.filter((field) => existsIn(version, field));
  const content = closedObject(
    Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    fields.map(({ name }) => name),
  );
  return closedObject({ [helpBalance.singular]: content }, [helpBalance.singular]);
}

const verbs: Readonly<Record<Action, string>> = {
  create: 'Create',
  list: 'List',
  read: 'Read',
  update: 'Change',
  delete: 'Delete',
};

function describe({ family, action, since: _since, until: _until, ...place }: FamilyPlace, { form }: Kind): Described {
  const name = pascal(family.singular);
  const base = { ...place, summary: `${verbs[action]} ${family.name}` };
  const array = (items: Schema): Schema => ({ type: 'array', minItems: 1, maxItems: 1000, items });
  const shaped = (schema: Schema): Schema => (form === 'array' ? array(schema) : schema);
  switch (action) {
    case 'create': {
      const schema = shaped(ref(`${name}Result`));
      const headers = { Location: { schema: { type: 'string', format: 'uri-reference' } } };
      const successes = [
        { status: 201, schema, headers },
        { status: 200, schema },
      ];
      return { ...base, requestBody: shaped(ref(`New${name}`)), successes, refusals: writeRefusals };
    }
    case 'update':
      return {
        ...base,
        requestBody: ref(`${name}Change`),
        successes: [{ status: 200, schema: ref(`${name}Result`) }],
        refusals: writeRefusals,
      };
    case 'delete':
      return { ...base, successes: [{ status: 200, schema: ref(`${name}Deletion`) }], refusals: deleteRefusals };
    case 'read':
      return { ...base, successes: [{ status: 200, schema: success(ref(name)) }], refusals: readRefusals };
    case 'list':
      return describeList(base, success({ type: 'array', items: ref(name) }), family.paging);
  }
}

function describeList(
  base: Omit<Described, 'successes' | 'refusals'>,
  schema: Schema,
  paging: FamilyPlace['family']['paging'],
): Described {
  if (!paging) return { ...base, successes: [{ status: 200, schema }], refusals: readRefusals };
  const number = { schema: { type: 'integer', minimum: 0 } };
  const parameter = (name: string, maximum?: number): Schema => ({
    name: `tcsi-pagination-${name}`,
    in: 'header',
    required: false,
    schema: {
      type: 'integer',
      minimum: 1,
      ...defined({ description: maximum && `More than ${String(maximum)} is taken as ${String(maximum)}.` }),
    },
  });
  const headers = Object.fromEntries(
    ['current-page', 'next-page', 'previous-page', 'total-pages'].map((name) => [`tcsi-pagination-${name}`, number]),
  );
  return {
    ...base,
    parameters: [parameter('page'), parameter('pagesize', paging.maxSize)],
    successes: [{ status: 200, schema, headers }],
    refusals: [400, ...readRefusals],
  };
}
