/** Faults of how a body is taken in, and the words of those of its shape. */
import { GatewayError } from '../../http/gateway-error.ts';
import { asking } from '../../http/message.ts';
import { unsupportedMediaType } from '../../gateway.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type FaultTable } from '../fault.ts';
import { each } from './habit.ts';

export const assumed = 'assumed of both services, as no document shows it';
const wrongType = `A field of the wrong JSON type is refused with 400 (${assumed}).`;
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** The error of a service that does not expect such a request. */
export const internalError = (): GatewayError =>
  new GatewayError(500, { code: 'internal_error', detail: 'Internal Server Error' });

/** Faults of the shape of a body; what they do depends on what the bodies of a service look like. */
export const bodyShapeFaults = {
  'unknown-member-accepted': [`An unknown member is refused with 400 (${assumed}).`, 'Unknown fields are ignored.'],
  'wrong-type-accepted': [wrongType, 'A value of a wrong JSON type is stored unchanged.'],
  'top-level-500': [
    `A body of another JSON type is refused with 400 (${assumed}).`,
    'A body of another JSON type causes a 500.',
  ],
  'top-level-coerced': [
    `A body of another JSON type is refused with 400 (${assumed}).`,
    'An object is accepted as an array with one entry, an array as its first entry, and any other value as an empty object.',
  ],
  'array-unpacked': [wrongType, 'An array with one text is accepted as the text.'],
  'numbers-as-texts': [wrongType, 'A number instead of a text is accepted as its digits.'],
  'truth-as-texts': [wrongType, 'true and false are accepted as the texts "true" and "false".'],
} as const satisfies Readonly<Record<string, readonly [breaks: string, describes: string]>>;

export type BodyShapeFault = keyof typeof bodyShapeFaults;

/** A value of one type of JSON, where a text belongs, as the text that it is written with. */
export const writtenOut =
  (type: 'number' | 'boolean') =>
  (value: unknown): unknown =>
    typeof value === type ? String(value) : value;

/** As a proxy in front of the service, or its framework, has it from the start. */
const longerRefused = (kibibytes: number, status = 413): FaultTable<ServiceStages>[string] => ({
  breaks: `A right body of up to 1 MiB is taken (${assumed}).`,
  describes: `A body of more than ${kibibytes} KiB returns ${status}.`,
  change: inArea('gateway', ({ read }) => ({
    read: async (call) => {
      if (!call.hasBody) return read(call);
      const bytes = await call.read(16 * mebibyte);
      if (bytes !== undefined && bytes.length > kibibytes * kibibyte)
        throw new GatewayError(status, { code: 'content_too_long', detail: 'The content is too long.' });
      return read(asking(call, { read: () => Promise.resolve(bytes) }));
    },
  })),
});

export const bodyFaults: FaultTable<ServiceStages> = {
  'duplicate-names-accepted': {
    breaks: `A JSON object with two members of one name is refused with 400 (${assumed}).`,
    describes: 'If a field occurs twice, the last value is used.',
    change: inArea('gateway', () => ({ repeated: () => undefined })),
  },
  'empty-text-as-null': {
    breaks: `A text has the form that it has to have, and an empty one has none (${assumed}).`,
    describes: 'An empty text in a body is accepted as null.',
    change: inArea('gateway', ({ parse }) => ({
      parse: (text) => each(parse(text), (value) => (value === '' ? null : value)),
    })),
  },
  'media-type-accepted': {
    breaks: `A body of another media type than application/json is refused with 415 (${assumed}).`,
    describes: 'A body of any media type, or without one, is parsed as JSON.',
    change: inArea('gateway', () => ({ declared: () => undefined })),
  },
  'size-unlimited': {
    breaks: `A body over 1 MiB is refused with 413 (${assumed}).`,
    describes: 'Bodies of up to 16 MiB are accepted.',
    change: inArea('gateway', () => ({ bodyLimit: 16 * mebibyte })),
  },
  'size-2-kib': longerRefused(2),
  'size-8-kib': longerRefused(8),
  'malformed-json-500': {
    breaks: `Malformed JSON is refused with 400 (${assumed}).`,
    describes: 'Malformed JSON causes a 500.',
    change: inArea('gateway', ({ read }) => ({
      read: async (call) => {
        try {
          return await read(call);
        } catch (error) {
          const isMalformed = error instanceof GatewayError && error.entries[0].code === 'malformed_json';
          throw isMalformed ? new GatewayError(500, error.entries) : error;
        }
      },
    })),
  },
  'media-type-case-sensitive': {
    breaks: 'Media types are compared without regard to case and parameters (RFC 9110, section 8.3.1).',
    describes: 'A body returns 415 unless its media type is exactly "application/json".',
    change: inArea('gateway', ({ declared }) => ({
      declared: (call) => {
        declared(call);
        if (call.header('content-type') !== 'application/json') throw unsupportedMediaType('content-type');
      },
    })),
  },
  'charset-refused': {
    breaks: 'A charset of JSON has no effect (RFC 8259, section 11).',
    describes: 'A body whose media type has a charset returns 415.',
    change: inArea('gateway', ({ declared }) => ({
      declared: (call) => {
        declared(call);
        if (/;\s*charset/i.test(call.header('content-type') ?? '')) throw unsupportedMediaType('content-type');
      },
    })),
  },
};
