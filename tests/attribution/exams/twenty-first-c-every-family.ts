/** The questions of the twenty-first exam, third part, about what writing has in common. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Exam } from '../exam.ts';

const counted = (index: string): string => `/${String(Number(index.slice(1)) + 1)}`;

export const everyFamily: NonNullable<Exam['student-reporting']> = [
  {
    name: 'patch-without-correlation-id',
    does: 'The answer to a PATCH is made without the correlation_id that came with it.',
    reads: 'The answer to a PATCH lacks the correlation_id of the request.',
    change: ({ write: { change } }) => ({
      write: {
        change: (item, existing, circumstances) =>
          change({ ...item, correlationId: undefined }, existing, circumstances),
      },
    }),
  },
  {
    name: 'broken-json-in-patch',
    does: 'What reads the body of a PATCH does not catch the error of the JSON parser.',
    reads: 'Answers 500, rather than 400, to a PATCH whose body is not well-formed JSON.',
    change: ({ gateway: { read } }) => ({
      gateway: {
        read: async (call) => {
          try {
            return await read(call);
          } catch (error) {
            const isIt = error instanceof GatewayError && error.entries[0].code === 'malformed_json';
            if (!isIt || call.method !== 'PATCH') throw error;
            throw new GatewayError(500, {
              code: 'internal_error',
              detail: 'The service could not handle the request.',
            });
          }
        },
      },
    }),
  },
  {
    name: 'pointer-counts-from-one',
    does: 'The pointer of an error counts the items of a batch from one.',
    reads: 'The source.pointer of an error in a batch is off by one: an error in the first item points to /1, not /0.',
    change: ({ shape: { refuse } }) => ({
      shape: {
        refuse: (entries) => {
          const moved = entries.map((entry) => {
            const { source } = entry;
            if (!source || !('pointer' in source)) return entry;
            return { ...entry, source: { pointer: source.pointer.replace(/^\/\d+/, counted) } };
          });
          refuse(moved);
        },
      },
    }),
  },
  {
    name: 'warning-at-the-first-item',
    does: 'The pointer of a warning has the index 0, whichever item of the batch it is about.',
    reads: 'The warning of the second student in a POST points to the first one (/0), rather than to /1.',
    change: ({ results: { warning } }) => ({
      results: {
        warning: (found) => warning({ ...found, pointer: found.pointer.replace(/^\/\d+/, '/0') }),
      },
    }),
  },
  {
    name: 'expired-token-deletes',
    does: 'The handler of DELETE verifies the access token by itself and does not look at its expiry.',
    reads: 'Accepts an expired access token for a DELETE.',
    change: ({ door: { admit } }, { door, token }) => ({
      door: {
        admit: async (call) => {
          try {
            return await admit(call);
          } catch (error) {
            const claims = call.method === 'DELETE' ? await token.claimsOf(door.tokenOf(call) ?? '') : undefined;
            if (!claims || !token.isOfIssuer(claims) || !token.isForService(claims)) throw error;
            if (typeof claims.org !== 'string' || typeof claims.sub !== 'string') throw error;
            return { organisation: claims.org, device: claims.sub };
          }
        },
      },
    }),
  },
];
