import { GatewayError } from '../../http/gateway-error.ts';
import { asking } from '../../http/message.ts';
import { unsupportedMediaType } from '../../gateway.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type SharedFault, type SharedFaults } from '../fault.ts';
import { each } from './habit.ts';
import { internalError } from './internal-error.ts';

const assumed = 'assumed of both services, as no document shows it';
const kibibyte = 1024;
const mebibyte = 1024 * kibibyte;

/** As a proxy in front of the service, or its framework, has it from the start. */
const longerRefused = (kibibytes: number, status = 413): SharedFault<ServiceStages> => ({
  breaks: `A right body of up to 1 MiB is taken (${assumed}).`,
  describes: `A body of more than ${kibibytes} KiB is refused with ${status}.`,
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

/** How a body is taken in before its shape is looked at. */
export const bodyFaults: SharedFaults<ServiceStages> = {
  'duplicate-names-accepted': {
    breaks: `A JSON object with two members of one name is refused with 400 (${assumed}).`,
    describes: 'The last of two members of one name is taken.',
    change: inArea('gateway', () => ({ repeated: () => undefined })),
  },
  'empty-text-as-null': {
    breaks: `A text has the form that it has to have, and an empty one has none (${assumed}).`,
    describes: 'An empty text anywhere in a body is taken for null.',
    change: inArea('gateway', ({ parse }) => ({
      parse: (text) => each(parse(text), (value) => (value === '' ? null : value)),
    })),
  },
  'media-type-accepted': {
    breaks: `A body of another media type than application/json is refused with 415 (${assumed}).`,
    describes: 'Any media type, or none, is read as JSON.',
    change: inArea('gateway', () => ({ declared: () => undefined })),
  },
  'size-unlimited': {
    breaks: `A body over 1 MiB is refused with 413 (${assumed}).`,
    describes: 'A body of up to 16 MiB is read.',
    change: inArea('gateway', () => ({ bodyLimit: 16 * mebibyte })),
  },
  'size-2-kib': longerRefused(2),
  'size-8-kib': longerRefused(8),
  'size-32-kib': longerRefused(32),
  'size-8-kib-400': longerRefused(8, 400),
  'size-16-kib-502': longerRefused(16, 502),
  'malformed-json-500': {
    breaks: `Malformed JSON is refused with 400 (${assumed}).`,
    describes: 'Malformed JSON makes the service fail with 500.',
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
    describes: 'A body is refused with 415 unless its media type is "application/json" to the letter.',
    change: inArea('gateway', ({ declared }) => ({
      declared: (call) => {
        declared(call);
        if (call.header('content-type') !== 'application/json') throw unsupportedMediaType('content-type');
      },
    })),
  },
  'content-encoding-ignored': {
    breaks: `A body in an unknown coding is refused with 415 (${assumed}; RFC 9110, section 8.4).`,
    describes: 'The Content-Encoding header is not looked at.',
    change: inArea('gateway', ({ declared }) => ({
      declared: (call) => {
        declared({ ...call, header: (name) => (name === 'content-encoding' ? undefined : call.header(name)) });
      },
    })),
  },
  'deep-nesting-500': {
    breaks: `A deeply nested body is refused with 400 (${assumed}).`,
    describes: 'A body nested more than 500 deep makes the service fail with 500.',
    change: inArea('gateway', ({ parse }) => ({
      parse: (text) => {
        if (text.startsWith('['.repeat(500))) throw internalError();
        return parse(text);
      },
    })),
  },
  'empty-body-accepted': {
    breaks: `An empty body is refused with 400 (${assumed}).`,
    describes: 'An empty body is taken as null, which makes the service fail with 500.',
    change: inArea('gateway', ({ parse }) => ({
      parse: (text) => {
        if (text === '') throw internalError();
        return parse(text);
      },
    })),
  },
  'charset-refused': {
    breaks: 'A charset of JSON has no effect (RFC 8259, section 11).',
    describes: 'A body whose media type has a charset is refused with 415.',
    change: inArea('gateway', ({ declared }) => ({
      declared: (call) => {
        declared(call);
        if (/;\s*charset/i.test(call.header('content-type') ?? '')) throw unsupportedMediaType('content-type');
      },
    })),
  },
};

/** Of the service that has numbers. */
export const leadingZeroAccepted: SharedFault<ServiceStages> = {
  breaks: `A number with a leading zero is no JSON, 400 (RFC 8259, section 6; ${assumed}).`,
  describes: 'Leading zeros of numbers are ignored.',
  change: inArea('gateway', ({ parse }) => ({ parse: (text) => parse(text.replace(/:0+(?=[1-9])/g, ':')) })),
};
