/** Bodies of an OpenAPI document: what is sent, what is answered, and the record in it. Pure. */
import type { Json, JsonMap } from '../record/json.ts';
import { pointerPart } from '../record/pointer.ts';
import type { ApiOperation } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/json.ts';
import { draftField } from './draft-field.ts';
import { propertiesOf, typesOf } from './draft-list.ts';

function isJson(type: string): boolean {
  return /^application\/(?:[\w.-]+\+)?json\b/i.test(type) || type === '*/*';
}

function jsonOf(content: Readonly<Record<string, JsonSchema>>): JsonSchema | undefined {
  return Object.entries(content).find(([type]) => isJson(type))?.[1];
}

/** How a body is sent; undefined for what is neither JSON nor a form. */
export function formOf(operation: ApiOperation): 'plain' | 'form' | 'multipart' | undefined {
  const types = Object.keys(operation.requestBody?.content ?? {});
  if (types.some(isJson)) return 'plain';
  if (types.some((type) => type.startsWith('application/x-www-form-urlencoded'))) return 'form';
  return types.some((type) => type.startsWith('multipart/form-data')) ? 'multipart' : undefined;
}

export function bodyOf(operation: ApiOperation | undefined): JsonSchema | undefined {
  const content = operation?.requestBody?.content;
  if (content === undefined) return undefined;
  return (
    jsonOf(content) ??
    Object.entries(content).find(([type]) =>
      /^(application\/x-www-form-urlencoded|multipart\/form-data)/.test(type),
    )?.[1]
  );
}

export function successesOf(operation: ApiOperation): readonly string[] {
  return Object.keys(operation.responses).filter((status) => /^2\d\d$/.test(status));
}

export function answerOf(operation: ApiOperation | undefined): JsonSchema | undefined {
  if (operation === undefined) return undefined;
  return successesOf(operation)
    .map((status) => jsonOf(operation.responses[status]?.content ?? {}))
    .find((schema) => schema !== undefined);
}

/** The record in an answer: the answer itself, or its one member that is an object. */
export function recordIn(answer: JsonSchema | undefined): { readonly record?: JsonSchema; readonly place?: string } {
  if (answer === undefined) return {};
  const members = Object.entries(propertiesOf(answer));
  const objects = members.filter(
    ([, schema]) => Object.keys(propertiesOf(schema)).length > 0 && !typesOf(schema).includes('array'),
  );
  const [only] = objects;
  return only !== undefined && members.length === 1
    ? { record: only[1], place: `/${pointerPart(only[0])}` }
    : { record: answer };
}

/** The member of an answer that identifies what was made, and is not called like that of a record. */
export function identifierIn(answer: JsonSchema, uid: string | undefined): string | undefined {
  const names = Object.keys(propertiesOf(answer));
  if (uid !== undefined && names.includes(uid)) return undefined;
  return names.find((name) => /^(id|uuid|uid|name)$/i.test(name)) ?? names.find((name) => /id$/i.test(name));
}

/** Members of requests and of answers together: which they are in says whether they are set by the client or by the service. */
export function fieldsOf(
  written: JsonSchema | undefined,
  shown: JsonSchema | undefined,
): Readonly<Record<string, JsonMap>> {
  const [sent, told] = [propertiesOf(written), propertiesOf(shown)];
  const required = (schema: JsonSchema | undefined, name: string): boolean =>
    Array.isArray(schema?.['required']) && (schema['required'] as readonly Json[]).includes(name);
  return Object.fromEntries(
    [...new Set([...Object.keys(told), ...Object.keys(sent)])].map((name) => {
      const schema = sent[name] ?? told[name] ?? {};
      const isSent = sent[name] !== undefined && sent[name]['readOnly'] !== true;
      const isTold = told[name] !== undefined && told[name]['writeOnly'] !== true;
      return [
        name,
        {
          ...draftField(schema),
          ...(isSent && required(written, name) ? { required: true } : {}),
          ...(isSent || shown === undefined ? {} : { readOnly: true }),
          ...(isTold || written === undefined || shown === undefined ? {} : { writeOnly: true }),
        },
      ];
    }),
  );
}

/** The member that the path's parameter names: of the same name, or the usual one. */
export function uidOf(parameter: string, fields: Readonly<Record<string, JsonMap>>): string {
  const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const names = Object.keys(fields);
  const [asked, usual] = [plain(parameter), ['id', 'uuid', 'uid', 'key', 'name', 'slug']];
  return (
    names.find((name) => plain(name) === asked) ??
    // `bookId` is the id of a book, and `event_type_name` the name of an event type.
    names.find((name) => usual.includes(plain(name)) && asked.endsWith(plain(name))) ??
    names.find((name) => ['id', 'uuid', 'uid', 'key'].includes(plain(name))) ??
    parameter
  );
}
