import { defined, isObject } from '../model/objects.ts';

type Members = Readonly<Record<string, unknown>>;

const SCHEMAS = '#/components/schemas/';

/** A document of these services in the edition before, Swagger 2.0: what it has no words for is left out. */
export function swagger(document: Members): Members {
  const { info, paths, components } = document;
  const { schemas } = isObject(components) ? components : { schemas: {} };
  return relinked({
    swagger: '2.0',
    info,
    host: 'student-reporting.example',
    basePath: '/',
    consumes: ['application/json'],
    produces: ['application/json'],
    paths: mapped(paths, (item) => mapped(item, (operation) => (isObject(operation) ? older(operation) : operation))),
    definitions: schemas,
  }) as Members;
}

function older({ requestBody, responses, parameters = [], security, ...rest }: Members): Members {
  const schema = schemaOf(requestBody);
  const body = schema === undefined ? [] : [{ name: 'body', in: 'body', required: true, schema }];
  return {
    ...rest,
    ...defined({ security }),
    parameters: [...(parameters as readonly Members[]).map(typed), ...body],
    responses: mapped(responses, (response) => {
      const { description, ...said } = isObject(response) ? response : { description: '' };
      return { description, ...defined({ schema: schemaOf(said) }) };
    }),
  };
}

/** Before OpenAPI 3 the type of a parameter stood in it. */
function typed({ schema, ...parameter }: Members): Members {
  return { ...parameter, type: isObject(schema) && typeof schema['type'] === 'string' ? schema['type'] : 'string' };
}

function schemaOf(holder: unknown): unknown {
  const content = isObject(holder) ? holder['content'] : undefined;
  const json = isObject(content) ? content['application/json'] : undefined;
  return isObject(json) ? json['schema'] : undefined;
}

function mapped(members: unknown, change: (member: unknown) => unknown): unknown {
  if (!isObject(members)) return members;
  return Object.fromEntries(Object.entries(members).map(([name, member]) => [name, change(member)]));
}

function relinked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(relinked);
  if (typeof value === 'string')
    return value.startsWith(SCHEMAS) ? `#/definitions/${value.slice(SCHEMAS.length)}` : value;
  return mapped(value, relinked);
}
