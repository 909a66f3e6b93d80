/** What a record of a resource is made of, and which member is its identifier, by the operations that send and show it. Pure. */
import { defined, maybe } from '../model/objects.ts';
import { isMap, type Json, type JsonMap, ownMember } from '../model/json.ts';
import { pointerPart } from '../model/pointer.ts';
import { uniqueForm } from '../plan/values.ts';
import type { ApiOperation } from '../openapi/document.ts';
import type { JsonSchema } from '../openapi/references.ts';
import { answerOf, bodyOf, entryOf, propertiesOf, recordOf, typeOf } from './answers.ts';
import { draftField } from './draft-field.ts';
import { PLACE } from './json-api.ts';
import { isMemberName, plain } from './names.ts';
import { listShownBy } from './paging.ts';
import type { Doing, Resource } from './resources.ts';

/** Members that its records are known to have: those that are sent, or else listed. */
export function likeOf({ doings }: Resource): ReadonlySet<string> {
  const sent = doings
    .filter(({ kind }) => kind === 'create' || kind === 'replace')
    .map(({ operation }) => bodyOf(operation)?.schema);
  const listed = doings.filter(({ kind }) => kind === 'list').map(({ operation }) => listShownBy(operation)?.schema);
  const [known = {}] = [...sent, ...listed].map(propertiesOf).filter((members) => Object.keys(members).length > 0);
  return new Set(Object.keys(known).filter((name) => known[name]?.['readOnly'] !== true));
}

/** The record as it is sent, and as it is shown, of the operations that show it best. */
export function shownOf(resource: Resource): JsonSchema | undefined {
  const { doings, name } = resource;
  const like = likeOf(resource);
  const by = (kind: Doing['kind']): ApiOperation | undefined => doings.find((one) => one.kind === kind)?.operation;
  const kinds = ['read', 'create', 'replace', 'update'] as const;
  const single = kinds.map((kind) => recordOf(answerOf(by(kind)), name, like)?.schema);
  const entry = maybe(by('list'), listShownBy)?.schema;
  return [single[0], entry, ...single.slice(1)].find((schema) => Object.keys(propertiesOf(schema)).length > 0);
}

/** Members of requests and of answers together: which they are in says whether they are set by the client or by the service. */
export function fieldsOf(
  written: JsonSchema | undefined,
  shown: JsonSchema | undefined,
  isPartial: boolean,
): Readonly<Record<string, JsonMap>> {
  const [sent, told] = [propertiesOf(written), propertiesOf(shown)];
  const required = (schema: JsonSchema | undefined, name: string): boolean =>
    Array.isArray(schema?.['required']) && (schema['required'] as readonly Json[]).includes(name);
  const isSentAs = (name: string): boolean => Object.hasOwn(sent, name) && sent[name]?.['readOnly'] !== true;
  const isToldAs = (name: string): boolean => Object.hasOwn(told, name) && told[name]?.['writeOnly'] !== true;
  return Object.fromEntries(
    [...new Set([...Object.keys(told), ...Object.keys(sent)])]
      // What is neither sent nor shown is a member of a schema that serves both, and of neither here.
      .filter((name) => isMemberName(name) && (isSentAs(name) || isToldAs(name)))
      .map((name) => {
        const [asSent, asTold] = [ownMember(sent, name), ownMember(told, name)];
        const schema = asSent ?? asTold ?? {};
        const [isSent, isTold] = [isSentAs(name), isToldAs(name)];
        const isRequired = isSent && !isPartial && required(written, name);
        const isReadOnly = !isSent && shown !== undefined;
        const isAlways = required(shown, name);
        const field = withInside(draftField(schema, asTold), asSent, asTold, isPartial);
        return [
          name,
          {
            ...field,
            ...defined({ place: placeOf(asTold ?? schema) }),
            ...(isRequired ? { required: true } : {}),
            ...(isReadOnly ? { readOnly: true } : {}),
            ...(isSent && saysUnique(schema) && canBeUnique(field) ? { unique: true } : {}),
            // What is not given may be there all the same.
            ...(isSent && isTold && !isRequired && (schema['default'] ?? null) !== null ? { usual: true } : {}),
            ...(isTold && isAlways !== (isRequired || isReadOnly)
              ? { inAnswers: isAlways ? 'always' : 'sometimes' }
              : {}),
            ...(isTold || written === undefined || shown === undefined ? {} : { writeOnly: true }),
          },
        ];
      }),
  );
}

/** Records inside the record likewise: what is only shown of them only the service sets. */
function withInside(
  field: JsonMap,
  sent: JsonSchema | undefined,
  told: JsonSchema | undefined,
  isPartial: boolean,
): JsonMap {
  const inside = field['type'] === 'object' ? shownInside : field['type'] === 'objects' ? entryOf : undefined;
  if (inside === undefined) return field;
  const fields = fieldsOf(maybe(sent, inside), maybe(told, inside), isPartial);
  return Object.keys(fields).length === 0 ? field : { ...field, fields };
}

/** With what an example of the whole shows of its members. */
function shownInside(schema: JsonSchema): JsonSchema {
  const { example } = schema;
  if (!isMap(example)) return schema;
  const properties = Object.entries(propertiesOf(schema)).map(([name, inner]) => [
    name,
    { ...defined({ example: ownMember(example, name) }), ...inner },
  ]);
  return { ...schema, properties: Object.fromEntries(properties) as JsonMap };
}

function placeOf(schema: JsonSchema): string | undefined {
  const place = schema[PLACE];
  return typeof place === 'string' ? place : undefined;
}

function saysUnique({ description }: JsonSchema): boolean {
  return typeof description === 'string' && /\bunique\b/i.test(description) && !NOT_UNIQUE.test(description);
}

/** Whether texts can be made of which no two are the same. */
function canBeUnique(field: JsonMap): boolean {
  return UNIQUE.has(String(field['type'])) && (field['type'] !== 'string' || uniqueForm(field) !== undefined);
}

const NOT_UNIQUE = /\b(?:not|non|need not be|no longer)[ -]unique\b/i;

/** What identifies a record is no other's: where a client may send it, each record has one of its own. */
export function withIdentifier(
  fields: Readonly<Record<string, JsonMap>>,
  uid: string,
  chosen?: JsonMap,
): Readonly<Record<string, JsonMap>> {
  const known = ownMember(fields, uid);
  if (chosen !== undefined) {
    const own = known ?? { type: 'string', readOnly: true };
    return { ...fields, [uid]: own['type'] === 'string' ? { ...chosen, ...own } : own };
  }
  if (known === undefined) return { [uid]: { type: 'string', readOnly: true }, ...fields };
  const isSent = known['readOnly'] !== true && UNIQUE.has(String(known['type']));
  return isSent ? { ...fields, [uid]: { ...known, unique: true } } : fields;
}

const UNIQUE: ReadonlySet<string> = new Set(['string', 'integer', 'uri', 'email']);

/** Whether an answer has the members of a record: no other, and all that are always there; of what was written, all that can be. */
export function showsRecord(
  schema: JsonSchema | undefined,
  fields: Readonly<Record<string, JsonMap>>,
  isWritten: boolean,
): boolean {
  const names = Object.keys(propertiesOf(schema));
  return (
    names.every((name) => Object.hasOwn(fields, name)) &&
    (names.length === 0 ||
      Object.entries(fields).every(
        ([name, { required, readOnly, writeOnly }]) =>
          names.includes(name) || writeOnly === true || (!isWritten && required !== true && readOnly !== true),
      ))
  );
}

/** Where an answer that is no record names the one that was made: by the name of the member, or of the path's parameter. */
export function identifierIn(
  answer: JsonSchema | undefined,
  ...names: readonly (string | undefined)[]
): string | undefined {
  const members = Object.keys(propertiesOf(answer));
  const member = names
    .flatMap((name) => (name === undefined ? [] : members.filter((one) => plain(one) === plain(name))))
    .at(0);
  return maybe(member, (name) => `/${pointerPart(name)}`);
}

/** The member that the path's parameter names: of the same name, of its last word, or the usual one that can be what stands in the path. */
export function uidOf(
  parameter: string,
  fields: Readonly<Record<string, JsonMap>>,
  { path, doings }: Resource,
): string {
  const written = doings
    .flatMap(({ operation }) => (operation.path === path ? [] : operation.parameters))
    .find((one) => one.in === 'path' && one.name === parameter);
  const isNumber = typeOf(written?.schema) === 'integer';
  const isText = typeOf(written?.schema) === 'string';
  const fits = (name: string): boolean => {
    const type = fields[name]?.['type'];
    return (
      type !== 'json' &&
      type !== 'objects' &&
      type !== 'object' &&
      (isNumber ? type === 'integer' : isText ? type !== 'integer' && type !== 'decimal' : true)
    );
  };
  const names = Object.keys(fields).filter(fits);
  const same = names.find((name) => plain(name) === plain(parameter));
  const last = parameter
    .split(/[_\W]|(?=[A-Z])/)
    .filter((word) => word !== '')
    .at(-1);
  const ending = names.find((name) => plain(name) === plain(last ?? ''));
  const usual = USUAL.flatMap((word) => names.find((name) => plain(name) === word) ?? [])[0];
  return same ?? ending ?? usual ?? parameter;
}

/** Of records that are listed alone, what tells them apart: a member of a name that nothing else has, and that all of them show. */
export function listedUid(fields: Readonly<Record<string, JsonMap>>, { path, doings }: Resource): string | undefined {
  if (!doings.every(({ kind }) => kind === 'list')) return undefined;
  return CERTAIN.find((name) => {
    // In a path it names a record that these hang on.
    if (path.includes(`{${name}}`)) return false;
    const { type, inAnswers } = fields[name] ?? {};
    return (type === 'string' || type === 'integer') && inAnswers !== 'sometimes';
  });
}

const CERTAIN = ['id', 'uuid', 'uid', 'guid'] as const;

const USUAL = ['id', 'uuid', 'uid', 'gid', 'sid', 'key', 'name', 'username', 'slug', 'code'] as const;
