import { GatewayError } from '../../http/gateway-error.ts';
import { unsupportedMediaType } from '../../gateway.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type SharedFault, type SharedFaults } from '../fault.ts';
import { internalError } from './internal-error.ts';

const assumed = 'assumed of both services, as no document shows it';
const mebibyte = 1024 * 1024;

/** How a body is taken in before its shape is looked at. */
export const bodyFaults: SharedFaults<ServiceStages> = {
  'duplicate-names-accepted': {
    breaks: `A JSON object with two members of one name is refused with 400 (${assumed}).`,
    describes: 'The last of two members of one name is taken.',
    change: inArea('gateway', () => ({ repeated: () => undefined })),
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
