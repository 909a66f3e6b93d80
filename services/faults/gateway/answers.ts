import { GatewayError, type GatewayErrorEntry } from '../../http/gateway-error.ts';
import type { Gateway } from '../../gateway.ts';
import { json } from '../../http/message.ts';
import type { ServiceStages } from '../../instance.ts';
import { inArea, type SharedFaults } from '../fault.ts';

const assumed = 'assumed of both services, as no document shows it';

const withStatus = ({ entries, headers }: GatewayError, status: number): GatewayError =>
  new GatewayError(status, entries, headers);

/** Entries that have a source are shown in another way. */
const showing = (
  { refuse }: Gateway,
  shown: (entry: GatewayErrorEntry) => GatewayErrorEntry,
): Pick<Gateway, 'refuse'> => ({
  refuse: ({ status, entries: [first, ...others], headers }) => {
    const change = (entry: GatewayErrorEntry): GatewayErrorEntry => (entry.source ? shown(entry) : entry);
    return refuse(new GatewayError(status, [change(first), ...others.map(change)], headers));
  },
});

/** What is made of a finished answer, and of an error. */
export const answerFaults: SharedFaults<ServiceStages> = {
  'pointer-missing': {
    breaks: `source.pointer names the offending member (${assumed}).`,
    describes: 'The source of a gateway error is left out.',
    // An error can still name the member in its words, so that only the words are left.
    change: inArea('gateway', (inner) => showing(inner, ({ code, detail }) => ({ code, detail }))),
  },
  'banner-with-version': {
    breaks: `No response names the software and its version (${assumed}).`,
    describes: 'Every response carries X-Powered-By with a version.',
    change: inArea('delivery', ({ answer }) => ({
      answer: async (call) => {
        const reply = await answer(call);
        return { ...reply, headers: { ...reply.headers, 'x-powered-by': 'PHP/5.4.16' } };
      },
    })),
  },
  'pointer-wrong': {
    breaks: `source.pointer names the offending member (${assumed}).`,
    describes: 'The pointer of a gateway error names a member that was not sent.',
    change: inArea('gateway', (inner) =>
      showing(inner, ({ code }) => ({ code, detail: 'The request is not valid.', source: { pointer: '/nowhere' } })),
    ),
  },
  'detail-unnamed': {
    breaks: `An error says what is wrong (${assumed}).`,
    describes: 'The source and the detail of a gateway error say nothing of the offending member.',
    change: inArea('gateway', (inner) => showing(inner, ({ code }) => ({ code, detail: 'The request is not valid.' }))),
  },
  'shape-422': {
    breaks: `A fault of shape is refused with 400 (${assumed}).`,
    describes: 'It is refused with 422.',
    change: inArea('gateway', ({ refuse }) => ({
      refuse: (error) => refuse(error.status === 400 ? withStatus(error, 422) : error),
    })),
  },
  'refusals-409': {
    breaks: `A refusal has the status of its kind (${assumed}).`,
    describes: 'Whatever the gateway refuses is refused with 409.',
    change: inArea('gateway', ({ refuse }) => ({ refuse: (error) => refuse(withStatus(error, 409)) })),
  },
  'origin-reflected': {
    breaks: `Not every site may read the answers (${assumed}).`,
    describes: 'The Origin of the request is sent back in Access-Control-Allow-Origin, and credentials are allowed.',
    change: inArea('gateway', ({ answer }) => ({
      answer: (call, place, reply) => {
        const origin = call.header('origin');
        const allowed = {
          'access-control-allow-origin': origin ?? '',
          'access-control-allow-credentials': 'true',
        };
        return answer(
          call,
          place,
          origin === undefined ? reply : { ...reply, headers: { ...reply.headers, ...allowed } },
        );
      },
    })),
  },
  'get-content-believed': {
    breaks: 'The content of a GET has no meaning (RFC 9110, section 9.3.1).',
    describes: 'A GET with content is answered as a search that finds nothing.',
    change: inArea('gateway', ({ answer }) => ({
      answer: (call, place, reply) => {
        const isFiltered = call.method === 'GET' && call.hasBody;
        return answer(call, place, isFiltered ? json(200, { success: true, result: [] }, reply.headers) : reply);
      },
    })),
  },
};
