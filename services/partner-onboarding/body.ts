import { refuse, type GatewayErrorEntry } from '../http/gateway-error.ts';
import { below } from '../http/json-text.ts';
import { checksOf, jsonTypeMisfit, type Misfit } from '../model/checks.ts';
import type { CheckName, Field } from '../model/field.ts';
import { isObject } from '../model/objects.ts';
import { channelFields, maxChannels, partnerFields, type Channel } from './partner.ts';

export type Purpose = 'create' | 'update';

/** What a POST or PATCH gives. `null` clears an optional member; what is not there is not given. */
export interface PartnerBody {
  readonly values: ReadonlyMap<string, string | null>;
  readonly channels: readonly Channel[] | undefined;
  /** What speaks against the values; told with all others once the partner is found. */
  readonly refusals: readonly GatewayErrorEntry[];
}

/** A part of a body, with what speaks against its shape, and against its values. */
export interface Read<Part> {
  readonly part: Part;
  readonly misshapen: readonly GatewayErrorEntry[];
  readonly refusals: readonly GatewayErrorEntry[];
}

/** A field as it stands in one place: of a partner, or of one of its channels. */
export interface FieldPlace {
  readonly purpose: Purpose;
  readonly owner: 'partners' | 'channels';
  readonly field: Field;
}

export interface Refused {
  readonly code: string;
  readonly text: string;
}

/** The stages of reading a body: its shape first, then its values. */
export interface BodyStages {
  /** Throws the 400 with everything that is wrong with the shape. */
  readonly read: (sent: unknown, purpose: Purpose) => PartnerBody;
  readonly members: (sent: unknown, purpose: Purpose) => Read<Pick<PartnerBody, 'values' | 'channels'>>;
  readonly channels: (sent: unknown) => Read<readonly Channel[]>;
  readonly misfit: (field: Field, value: unknown) => Misfit | undefined;
  /** What speaks against a value, against `null`, or against a field that is not given. */
  readonly judge: (place: FieldPlace, given: string | null | undefined) => readonly Refused[];
  readonly refuseShape: (entries: readonly GatewayErrorEntry[]) => void;
}

const checks = new Map([...partnerFields, ...channelFields].map((field) => [field, checksOf(field)]));

export function bodyStages(stages: { readonly body: BodyStages }): BodyStages {
  return {
    read: (sent, purpose) => {
      const { part, misshapen, refusals } = stages.body.members(sent, purpose);
      stages.body.refuseShape(misshapen);
      return { ...part, refusals };
    },
    members: (sent, purpose) => new BodyReader(stages.body, purpose).partner(sent),
    channels: (sent) => new BodyReader(stages.body, 'create').channelsOf(sent),
    misfit: jsonTypeMisfit,
    judge: ({ field }, given) => {
      const refused = (code: CheckName, text: string): readonly Refused[] => [{ code, text }];
      if (given === undefined || given === null) return field.required ? refused('required', 'is required') : [];
      const failed = (checks.get(field) ?? []).filter((check) => !check.passes(given));
      return failed.flatMap(({ name, text }) => refused(name, text));
    },
    refuseShape: (entries) => {
      refuse(400, entries);
    },
  };
}

class BodyReader {
  readonly #stages: BodyStages;
  readonly #purpose: Purpose;
  readonly #misshapen: GatewayErrorEntry[] = [];
  readonly #refusals: GatewayErrorEntry[] = [];

  constructor(stages: BodyStages, purpose: Purpose) {
    this.#stages = stages;
    this.#purpose = purpose;
  }

  partner(body: unknown): Read<Pick<PartnerBody, 'values' | 'channels'>> {
    const values = new Map<string, string | null>();
    let channels: readonly Channel[] | undefined;
    if (isObject(body)) {
      for (const [name, given] of Object.entries(body)) {
        const field = partnerFields.find((known) => known.name === name);
        if (field) values.set(name, this.#field('partners', field, given, below('', name)));
        else if (name === 'channels') channels = this.#add(this.#stages.channels(given));
        else this.#unknown(below('', name));
      }
      if (this.#purpose === 'create') this.#absent('partners', partnerFields, (name) => values.has(name), '');
    } else this.#wrongType('The body must be one object.', '');
    return this.#read({ values, channels });
  }

  channelsOf(value: unknown): Read<readonly Channel[]> {
    // null clears an optional member, and no channels is what an empty list says.
    if (value === null) return this.#read([]);
    if (!Array.isArray(value)) {
      this.#wrongType('channels must be of the type array.', '/channels');
      return this.#read([]);
    }
    if (value.length > maxChannels) {
      const detail = `channels must have at most ${String(maxChannels)} entries.`;
      this.#refusals.push({ code: 'size', detail, source: { pointer: '/channels' } });
    }
    const channels = value.flatMap((entry: unknown, index): readonly Channel[] => {
      const pointer = below('/channels', index);
      if (isObject(entry)) return [this.#channel(entry, pointer)];
      this.#wrongType('A channel must be an object.', pointer);
      return [];
    });
    return this.#read(channels);
  }

  #channel(entry: Readonly<Record<string, unknown>>, pointer: string): Channel {
    const channel: Record<string, string> = {};
    for (const [name, value] of Object.entries(entry)) {
      const place = below(pointer, name);
      const field = channelFields.find((known) => known.name === name);
      if (!field) {
        this.#unknown(place);
        continue;
      }
      const given = this.#field('channels', field, value, place);
      if (given !== null) channel[name] = given;
    }
    this.#absent('channels', channelFields, (name) => Object.hasOwn(entry, name), pointer);
    return channel;
  }

  #field(owner: FieldPlace['owner'], field: Field, value: unknown, pointer: string): string | null {
    const misfit = value === null ? undefined : this.#stages.misfit(field, value);
    if (misfit) this.#wrongType(`${field.name} must be of the type ${misfit.expected}.`, pointer);
    else this.#judge(owner, field, value as string | null, pointer);
    return value as string | null;
  }

  #absent(
    owner: FieldPlace['owner'],
    fields: readonly Field[],
    isGiven: (name: string) => boolean,
    pointer: string,
  ): void {
    for (const field of fields)
      if (!isGiven(field.name)) this.#judge(owner, field, undefined, below(pointer, field.name));
  }

  #judge(owner: FieldPlace['owner'], field: Field, given: string | null | undefined, pointer: string): void {
    // A channel is written with its partner, and as a whole.
    const purpose = owner === 'channels' ? 'create' : this.#purpose;
    for (const { code, text } of this.#stages.judge({ purpose, owner, field }, given))
      this.#refusals.push({ code, detail: `${field.name} ${text}.`, source: { pointer } });
  }

  #wrongType(detail: string, pointer: string): void {
    this.#misshapen.push({ code: 'wrong_type', detail, source: { pointer } });
  }

  #unknown(pointer: string): void {
    this.#misshapen.push({ code: 'unknown_member', detail: 'The resource has no such member.', source: { pointer } });
  }

  #add<Part>({ part, misshapen, refusals }: Read<Part>): Part {
    this.#misshapen.push(...misshapen);
    this.#refusals.push(...refusals);
    return part;
  }

  #read<Part>(part: Part): Read<Part> {
    return { part, misshapen: this.#misshapen, refusals: this.#refusals };
  }
}
