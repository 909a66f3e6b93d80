import { refuse, type GatewayErrorEntry } from '../../http/gateway-error.ts';
import { below } from '../../http/json-text.ts';
import { isLongerThan, jsonTypeMisfit, type Misfit } from '../../model/checks.ts';
import type { Field, Value } from '../../model/field.ts';
import { isObject } from '../../model/objects.ts';
import type { Form } from '../families/family.ts';
import type { Kind } from './model.ts';

export type Purpose = 'create' | 'update';

/** One request item whose shape is right: `{"correlation_id", "<singular>": {fields}}`. */
export interface Item {
  readonly correlationId: string | undefined;
  /** Pointer to the object of fields. */
  readonly pointer: string;
  /** Field values as given; `null` clears an optional field. */
  readonly given: ReadonlyMap<string, Value | null>;
  readonly children: readonly NestedItems[];
}

export interface NestedItems {
  readonly member: string;
  readonly kind: Kind;
  readonly items: readonly Item[];
}

/** Where an item stands. */
export interface ItemPlace {
  readonly kind: Kind;
  readonly purpose: Purpose;
  /** Not within another item. */
  readonly isTop: boolean;
}

export interface ReadCorrelationId {
  readonly id: string | undefined;
  readonly wrong: readonly Pick<GatewayErrorEntry, 'code' | 'detail'>[];
}

/** The stages of reading a body into items. */
export interface ShapeStages {
  /**
   * Whatever is wrong with the shape, anywhere, refuses the whole request with 400, so that no half of a batch is
   * stored by a client that does not speak the format.
   */
  readonly read: (body: unknown, kind: Kind, purpose: Purpose, form: Form) => readonly Item[];
  readonly correlationId: (id: unknown, place: ItemPlace) => ReadCorrelationId;
  readonly misfit: (field: Field, value: unknown) => Misfit | undefined;
  readonly refuse: (entries: readonly GatewayErrorEntry[]) => void;
}

const maxItems = 1000;
const maxCorrelationId = 64;
const maxEntries = 50;

export function shapeStages(stages: { readonly shape: ShapeStages }): ShapeStages {
  return {
    read: (body, kind, purpose, form) => {
      const reader = new ShapeReader(purpose, stages.shape);
      const items = form === 'array' ? reader.array(body, kind) : reader.single(body, kind);
      stages.shape.refuse(reader.entries);
      return items;
    },
    correlationId,
    misfit: jsonTypeMisfit,
    refuse: (entries) => {
      refuse(400, entries.slice(0, maxEntries));
    },
  };
}

function correlationId(id: unknown): ReadCorrelationId {
  if (id === undefined) return { id, wrong: [{ code: 'missing_member', detail: 'correlation_id is required.' }] };
  if (typeof id !== 'string')
    return { id: undefined, wrong: [{ code: 'wrong_type', detail: 'correlation_id must be a string.' }] };
  const isOfLength = id !== '' && !isLongerThan(id, maxCorrelationId);
  const length = `correlation_id must have 1 to ${String(maxCorrelationId)} characters.`;
  // student-reporting section 2: correlation_id must not carry leading or trailing spaces.
  const spaces = 'correlation_id must not have leading or trailing spaces.';
  return {
    id,
    wrong: [
      ...(isOfLength ? [] : [{ code: 'wrong_length', detail: length }]),
      ...(id.trim() === id ? [] : [{ code: 'surrounding_spaces', detail: spaces }]),
    ],
  };
}

class ShapeReader {
  readonly entries: GatewayErrorEntry[] = [];
  readonly #purpose: Purpose;
  readonly #stages: ShapeStages;

  constructor(purpose: Purpose, stages: ShapeStages) {
    this.#purpose = purpose;
    this.#stages = stages;
  }

  single(body: unknown, kind: Kind): Item[] {
    if (isObject(body)) return [this.#item(body, '', kind, true)];
    this.#refuse('wrong_type', 'The body must be one object.', '');
    return [];
  }

  array(body: unknown, kind: Kind): Item[] {
    if (!Array.isArray(body)) {
      this.#refuse('wrong_type', 'The body must be an array of items.', '');
      return [];
    }
    if (body.length > maxItems || body.length === 0) {
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
    const sent = Object.hasOwn(envelope, 'correlation_id') ? envelope['correlation_id'] : undefined;
    const { id, wrong } = this.#stages.correlationId(sent, { kind, purpose: this.#purpose, isTop });
    for (const { code, detail } of wrong) this.#refuse(code, detail, below(pointer, 'correlation_id'));
    const place = below(pointer, singular);
    const fields = Object.hasOwn(envelope, singular) ? envelope[singular] : undefined;
    const given = new Map<string, Value | null>();
    const children: NestedItems[] = [];
    if (isObject(fields)) this.#fields(fields, place, kind, given, children);
    else if (fields === undefined) this.#refuse('missing_member', `${singular} is required.`, place);
    else this.#refuse('wrong_type', `${singular} must be an object.`, place);
    return { correlationId: id, pointer: place, given, children };
  }

  #fields(
    fields: Readonly<Record<string, unknown>>,
    pointer: string,
    kind: Kind,
    given: Map<string, Value | null>,
    children: NestedItems[],
  ): void {
    for (const [name, value] of Object.entries(fields)) {
      const place = below(pointer, name);
      const bound = kind.writable.get(name);
      const child = this.#purpose === 'create' ? kind.nested.get(name) : undefined;
      if (bound) {
        const misfit = value === null ? undefined : this.#stages.misfit(bound.field, value);
        if (misfit) this.#refuse('wrong_type', `${name} must be of the type ${misfit.expected}.`, place + misfit.below);
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

  #refuseUnknown(pointer: string): void {
    this.#refuse('unknown_member', 'The resource has no such member.', pointer);
  }

  #refuse(code: string, detail: string, pointer: string): void {
    this.entries.push({ code, detail, source: { pointer } });
  }
}
