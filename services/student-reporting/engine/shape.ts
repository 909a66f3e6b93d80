import { shapeFault } from '../../faults/ids.ts';
import type { Switches } from '../../faults/switches.ts';
import { GatewayError, refuse, type GatewayErrorEntry } from '../../http/gateway-error.ts';
import { below } from '../../http/pointer.ts';
import { isLongerThan } from '../../model/characters.ts';
import type { Value } from '../../model/field.ts';
import { isObject, jsonTypeMisfit } from '../../model/json-type.ts';
import type { Form } from '../families/family.ts';
import type { Kind } from './model.ts';

/** One request item whose shape is right: `{"correlation_id", "<singular>": {fields}}`. */
export interface Item {
  readonly correlationId: string | undefined;
  /** Pointer to the object of fields. */
  readonly pointer: string;
  /** Field values as given; `null` clears an optional field. */
  readonly given: ReadonlyMap<string, Value | null>;
  readonly children: readonly NestedItems[];
  /** The correlation_id has spaces around it, and a fault let it pass. */
  readonly isSpaced: boolean;
}

export interface NestedItems {
  readonly member: string;
  readonly kind: Kind;
  readonly items: readonly Item[];
}

const maxItems = 1000;
const maxCorrelationId = 64;
const maxEntries = 50;
const service = 'student-reporting';

/**
 * Reads the body of a POST or PATCH into items. Whatever is wrong with the shape, anywhere, refuses the whole
 * request with 400, so that no half of a batch is stored by a client that does not speak the format.
 */
export function readItems(
  body: unknown,
  kind: Kind,
  purpose: 'create' | 'update',
  form: Form,
  switches: Switches,
): readonly Item[] {
  const reader = new ShapeReader(purpose, switches);
  const items = form === 'array' ? reader.array(body, kind) : reader.single(body, kind);
  refuse(400, reader.entries.slice(0, maxEntries));
  return items;
}

class ShapeReader {
  readonly entries: GatewayErrorEntry[] = [];
  readonly #purpose: 'create' | 'update';
  readonly #switches: Switches;

  constructor(purpose: 'create' | 'update', switches: Switches) {
    this.#purpose = purpose;
    this.#switches = switches;
  }

  /** Under a fault, whatever was sent is made to fit, or makes the service fail. */
  #taken(body: unknown, form: Form): unknown {
    const isRight = form === 'array' ? Array.isArray(body) : isObject(body);
    if (isRight || this.#switches.active.size === 0) return body;
    if (this.#switches.on(shapeFault(service, 'top-level-500')))
      throw new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });
    if (!this.#switches.on(shapeFault(service, 'top-level-coerced'))) return body;
    const item: unknown = Array.isArray(body) ? body[0] : body;
    const one = isObject(item) ? item : {};
    return form === 'array' ? [one] : one;
  }

  single(sent: unknown, kind: Kind): Item[] {
    const body = this.#taken(sent, 'object');
    if (isObject(body)) return [this.#item(body, '', kind, true)];
    this.#refuse('wrong_type', 'The body must be one object.', '');
    return [];
  }

  array(sent: unknown, kind: Kind): Item[] {
    const body = this.#taken(sent, 'array');
    if (!Array.isArray(body)) {
      this.#refuse('wrong_type', 'The body must be an array of items.', '');
      return [];
    }
    const mayBeEmpty = this.#switches.on('student-reporting.envelope.empty-array-accepted');
    if (body.length > maxItems || (body.length === 0 && !mayBeEmpty)) {
      this.#refuse('wrong_size', `The array must hold 1 to ${String(maxItems)} items.`, '');
      return [];
    }
    return this.#items(body, '', kind, true);
  }

  #items(list: readonly unknown[], pointer: string, kind: Kind, isTop: boolean): Item[] {
    return list.flatMap((entry, index) => {
      const place = below(pointer, index);
      if (isObject(entry)) return this.#item(entry, place, kind, isTop);
      this.#refuse('wrong_type', 'An item must be an object.', place);
      return [];
    });
  }

  #item(envelope: Readonly<Record<string, unknown>>, pointer: string, kind: Kind, isTop: boolean): Item {
    const { singular } = kind.family;
    for (const member of Object.keys(envelope)) {
      if (member !== 'correlation_id' && member !== singular) this.#refuseUnknown(below(pointer, member));
    }
    const isLenient = isTop && kind.family.name === 'students' && this.#purpose === 'create';
    const correlation = this.#correlationId(envelope, below(pointer, 'correlation_id'), isLenient);
    const place = below(pointer, singular);
    const fields = Object.hasOwn(envelope, singular) ? envelope[singular] : undefined;
    const given = new Map<string, Value | null>();
    const children: NestedItems[] = [];
    if (isObject(fields)) this.#fields(fields, place, kind, given, children);
    else if (fields === undefined) this.#refuse('missing_member', `${singular} is required.`, place);
    else this.#refuse('wrong_type', `${singular} must be an object.`, place);
    return { ...correlation, pointer: place, given, children };
  }

  #correlationId(
    envelope: Readonly<Record<string, unknown>>,
    pointer: string,
    isLenient: boolean,
  ): Pick<Item, 'correlationId' | 'isSpaced'> {
    const switches = this.#switches;
    const id = Object.hasOwn(envelope, 'correlation_id') ? envelope['correlation_id'] : undefined;
    if (typeof id !== 'string') {
      if (id !== undefined && switches.on('student-reporting.envelope.correlation-id-any-type'))
        return { correlationId: JSON.stringify(id), isSpaced: false };
      if (id !== undefined) this.#refuse('wrong_type', 'correlation_id must be a string.', pointer);
      else if (!switches.on('student-reporting.envelope.correlation-id-optional')) {
        this.#refuse('missing_member', 'correlation_id is required.', pointer);
      }
      return { correlationId: undefined, isSpaced: false };
    }
    const isLong = isLongerThan(id, maxCorrelationId);
    if ((id === '' || isLong) && !switches.on('student-reporting.envelope.correlation-id-length-unchecked')) {
      this.#refuse('wrong_length', `correlation_id must have 1 to ${String(maxCorrelationId)} characters.`, pointer);
    }
    if (id.trim() === id) return { correlationId: id, isSpaced: false };
    // student-reporting section 2: correlation_id must not carry leading or trailing spaces.
    if (isLenient && switches.on('student-reporting.known-issue.correlation-id-spaces'))
      return { correlationId: id, isSpaced: true };
    if (switches.on('student-reporting.envelope.correlation-id-spaces-accepted'))
      return { correlationId: id, isSpaced: false };
    if (switches.on('student-reporting.envelope.correlation-id-trimmed'))
      return { correlationId: id.trim(), isSpaced: false };
    this.#refuse('surrounding_spaces', 'correlation_id must not have leading or trailing spaces.', pointer);
    return { correlationId: id, isSpaced: false };
  }

  #fields(
    fields: Readonly<Record<string, unknown>>,
    pointer: string,
    kind: Kind,
    given: Map<string, Value | null>,
    children: NestedItems[],
  ): void {
    for (const [name, sent] of Object.entries(fields)) {
      const place = below(pointer, name);
      const bound = kind.writable.get(name);
      const value = bound?.field.kind === 'codes' ? sent : this.#unpacked(sent);
      const child = this.#purpose === 'create' ? kind.nested.get(name) : undefined;
      if (bound) {
        const misfit = value === null ? undefined : jsonTypeMisfit(bound.field, value);
        if (misfit && !this.#switches.on(shapeFault(service, 'wrong-type-accepted'))) {
          this.#refuse('wrong_type', `${name} must be of the type ${misfit.expected}.`, place + misfit.below);
        }
        given.set(name, value as Value | null);
      } else if (child) {
        if (Array.isArray(value))
          children.push({ member: name, kind: child, items: this.#items(value, place, child, false) });
        else this.#refuse('wrong_type', `${name} must be an array of items.`, place);
      } else {
        this.#refuseUnknown(place);
      }
    }
  }

  #unpacked(value: unknown): unknown {
    const isList = Array.isArray(value) && value.length === 1 && typeof value[0] === 'string';
    return isList && this.#switches.on(shapeFault(service, 'array-unpacked')) ? (value[0] as string) : value;
  }

  #refuseUnknown(pointer: string): void {
    if (this.#switches.on(shapeFault(service, 'unknown-member-accepted'))) return;
    this.#refuse('unknown_member', 'The resource has no such member.', pointer);
  }

  #refuse(code: string, detail: string, pointer: string): void {
    this.entries.push({ code, detail, source: { pointer } });
  }
}
