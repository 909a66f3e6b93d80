/**
 * Open values: `{ openPoint: id }` in place of any value of a contract, which is then the answer to that open question.
 * After its file is read, each is replaced by the default of its question, so that schemas and other checks see a
 * contract without open values. Their places in the model are kept, so that planning can insert answers and record
 * which checks depend on them.
 */
import { omitUndefined } from '../model/objects.ts';
import { isMap, type Json } from '../model/json.ts';
import { valueAtPointer as pointed, encodePointerPart } from '../model/pointer.ts';
import type { EndpointContract, OpenValue, Position, Project } from './model.ts';
import type { References, ServiceNames } from './references.ts';
import { type FileKind, schemaMisfit, schemaPlace } from './schemas.ts';
import type { YamlDocument } from './yaml-document.ts';

/** Mark of an object: which of its properties are answers. Copies of the object keep it while a contract is built. */
const OPEN: unique symbol = Symbol('open values');

type OpenMark = Omit<OpenValue, 'place'>;
interface Holder {
  [OPEN]?: Record<string, OpenMark>;
}

/** Version bounds are resolved separately: they are not values of the contract. */
const BOUNDS: ReadonlySet<string> = new Set(['since', 'until', 'in']);

/** Keys of an open value. */
const MEMBERS: readonly string[] = ['openPoint', 'at', 'has'];

/** Replaces every open value of the document by its default; false if one of them has no valid default. */
export function closeValues(
  document: YamlDocument,
  kind: FileKind,
  service: ServiceNames,
  references: References,
): boolean {
  const before = document.problemCount;
  let isWhole = true;
  const visit = (holder: object, path: readonly string[]): void => {
    for (const [key, value] of Object.entries(holder) as readonly (readonly [string, Json])[]) {
      if (typeof value !== 'object' || value === null || BOUNDS.has(key)) continue;
      const here = [...path, key];
      if (!isMap(value) || !Object.hasOwn(value, 'openPoint')) {
        visit(value, here);
        continue;
      }
      if (kind === 'errors' && isInSchema(here)) {
        document.report(
          'wrong-value',
          'a JSON Schema cannot contain an open value',
          holder,
          key,
          'value',
          'write the value in the schema, and refer to the open question next to it: in `codePattern`, or in `openPoints` of the requirement',
        );
        continue;
      }
      close(holder as Record<string, Json>, key, value, schemaPlace(kind, here));
    }
  };
  const close = (
    holder: Record<string, Json>,
    key: string,
    written: Readonly<Record<string, Json>>,
    schema: string | undefined,
  ): void => {
    const { openPoint: point, at, has } = written;
    const odd = Object.keys(written).find((member) => !MEMBERS.includes(member));
    if (odd !== undefined) {
      document.report(
        'unknown-key',
        `${JSON.stringify(odd)} is not a key of an open value`,
        written,
        odd,
        'key',
        `known: ${MEMBERS.join(', ')}`,
      );
      return;
    }
    if (typeof point !== 'string' || (at !== undefined && typeof at !== 'string')) {
      document.report('wrong-type', 'an open value needs the key openPoint', written, 'openPoint');
      return;
    }
    references.openPoint(point, { document, parent: written, key: 'openPoint' });
    const known = service.openPoints.get(point);
    if (known === undefined) {
      isWhole = false;
      return;
    }
    const mark: OpenMark = {
      point,
      ...omitUndefined({ part: at, has, schema }),
      at: document.at(holder, key),
    };
    const value = openValueAnswer(mark, known.value as Json);
    const wrong = value === undefined ? `has no value at ${at ?? ''}` : openValueFault(mark, value);
    if (wrong !== undefined) {
      // Reported once at the default, however often it is used.
      const { file, line } = document.at(written, 'openPoint');
      const spot = known.spot ?? { document, parent: written, key: 'openPoint' };
      spot.document.report(
        'open-point-default',
        value === undefined ? `${point} ${wrong}` : `${point} is used where ${wrong} is needed`,
        spot.parent,
        spot.key,
        'value',
        `for example at ${file}:${line}`,
      );
      return;
    }
    // Each document is read once, so its data may be changed.
    holder[key] = structuredClone(value as Json);
    const marked = holder as unknown as Holder;
    (marked[OPEN] ??= {})[key] = mark;
  };
  if (typeof document.data === 'object' && document.data !== null) visit(document.data, []);
  return isWhole && document.problemCount === before;
}

/** `/families/<name>/schema/…` of an errors block. */
function isInSchema([first, , third]: readonly string[]): boolean {
  return first === 'families' && third === 'schema';
}

/** Value of an answer at the place of an open value; undefined if the answer has no such part. */
export function openValueAnswer({ part, has }: Pick<OpenValue, 'part' | 'has'>, answer: Json): Json | undefined {
  const whole = part === undefined ? answer : pointed(answer, part);
  if (has === undefined || whole === undefined) return whole;
  return Array.isArray(whole) && (whole as readonly Json[]).includes(has);
}

/** The requirement at the place of an open value that this value does not meet; undefined if it does. */
export function openValueFault({ schema }: Pick<OpenValue, 'schema'>, value: Json): string | undefined {
  return schema === undefined ? undefined : schemaMisfit(schema, value);
}

/** Open values of a model, by their place in it. Removes their marks. */
export function collectOpenValues(built: object): readonly OpenValue[] {
  const found: OpenValue[] = [];
  const marked = new Set<Holder>();
  const visit = (value: unknown, place: string): void => {
    if (typeof value !== 'object' || value === null) return;
    if (Object.hasOwn(value, OPEN)) marked.add(value as Holder);
    for (const [key, mark] of Object.entries((value as Holder)[OPEN] ?? {}))
      if (Object.hasOwn(value, key)) found.push({ ...mark, place: `${place}/${encodePointerPart(key)}` });
    for (const [key, member] of Object.entries(value)) visit(member, `${place}/${encodePointerPart(key)}`);
  };
  visit(built, '');
  for (const holder of marked) delete holder[OPEN];
  return found;
}

/** Some properties of a file, with the marks of those that are open values. */
export function pickProperties<T extends object, K extends keyof T & string>(
  written: T,
  names: readonly K[],
): Pick<T, K> {
  const mark = (written as Holder)[OPEN];
  const taken = Object.fromEntries(
    names.flatMap((name) => (written[name] === undefined ? [] : [[name, written[name]]])),
  );
  return (mark === undefined ? taken : { ...taken, [OPEN]: mark }) as unknown as Pick<T, K>;
}

/** Use of an open question, which its answer has to fit. */
export interface QuestionUse {
  /** The requirement that the answer does not meet; undefined if it does. */
  readonly wants: (answer: Json) => string | undefined;
  readonly at?: Position;
}

/** How the project uses each open question of the service: as a version, or as a value of a contract. */
export function questionUses(project: Project, service: string): ReadonlyMap<string, readonly QuestionUse[]> {
  const uses = new Map<string, QuestionUse[]>();
  const note = (point: string, use: QuestionUse): void => {
    uses.set(point, [...(uses.get(point) ?? []), use]);
  };
  const spec = project.specs.find((candidate) => candidate.service === service);
  const contracts = project.contracts.find((candidate) => candidate.service === service);
  const ids = spec?.versions.map(({ id }) => id) ?? [];
  const version: QuestionUse = {
    wants: (answer) => (typeof answer === 'string' && ids.includes(answer) ? undefined : `a version of ${service}`),
  };
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, member] of Object.entries(value) as readonly (readonly [string, unknown])[]) {
      // Only these properties are version bounds, at any depth.
      const bound = key === 'since' || key === 'until' || key === 'in';
      if (!bound || typeof member !== 'object' || member === null || !('openPoint' in member)) visit(member);
      else if (!('is' in member)) note(String(member.openPoint), version);
    }
  };
  visit(spec?.requirements);
  visit(contracts?.endpoints);
  for (const open of contracts?.open ?? []) {
    const wants = (answer: Json): string | undefined => {
      const value = openValueAnswer(open, answer);
      if (value === undefined) return `a map with a value at ${open.part ?? ''}`;
      return openValueFault(open, value) ?? unfitPath(contracts?.endpoints ?? [], open.place, value);
    };
    note(open.point, { wants, at: open.at });
  }
  for (const { openPoint, at: part, is = true, above } of spec?.requirements.flatMap(({ holds }) => holds) ?? []) {
    if (above !== undefined || typeof is !== 'boolean') continue;
    note(openPoint, {
      wants: (answer) =>
        typeof openValueAnswer(omitUndefined({ part }), answer) === 'boolean' ? undefined : 'true or false',
    });
  }
  return uses;
}

/** The requirement on the path of an operation that this one does not meet. */
function unfitPath(endpoints: readonly EndpointContract[], place: string, value: Json): string | undefined {
  const [, of, item] = /^\/endpoints\/(\d+)\/operations\/(\d+)\/path$/.exec(place) ?? [];
  const endpoint = endpoints[Number(of)];
  const operation = endpoint?.operations[Number(item)];
  if (endpoint === undefined || operation === undefined || typeof value !== 'string') return undefined;
  const isPublic = endpoint.describes !== undefined && operation.method === 'GET' && operation.access === 'public';
  if (value.startsWith('http') && !isPublic)
    return 'a path, since only a public GET of an endpoint that describes the service may have its own address';
  const known = [...Object.keys(endpoint.parents), ...(endpoint.uid === undefined ? [] : [endpoint.uid])];
  const odd = [...value.matchAll(/\{([^}]*)\}/g)].map(([, name = '']) => name).find((name) => !known.includes(name));
  if (odd === undefined) return undefined;
  return `a path without {${odd}}${known.length === 0 ? '' : `: known are ${known.map((name) => `{${name}}`).join(', ')}`}`;
}
