/** What partner-onboarding gets wrong in the fourteenth exam; the numbers are those of its searches. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { mediaType } from '../../../services/http/media.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { around, type Exam } from '../exam.ts';

const hour = 3_600_000;

/** How long after its answer a deletion is done, in milliseconds. */
const delay = 1000;

export const partnerOnboarding: NonNullable<Exam['partner-onboarding']> = [
  // 1: cloudwan/gohan 293, "Missing field in POST response".
  {
    name: 'created-without-channels',
    does: 'The answer to a POST is made of what was sent, so that a member which the service fills in is not in it.',
    reads: 'The answer to a POST of a partner without channels has no channels, which a GET of it shows as [].',
    change: ({ gateway: { answer } }) => ({
      gateway: {
        answer: (call, place, reply) => {
          const answered = answer(call, place, reply);
          const partner: unknown = place.name === 'partners.create' ? JSON.parse(answered.body ?? '{}') : undefined;
          if (!isObject(partner)) return answered;
          const { channels, ...others } = partner;
          const isFilledIn = Array.isArray(channels) && channels.length === 0;
          return isFilledIn ? { ...answered, body: JSON.stringify(others) } : answered;
        },
      },
    }),
  },
  // 1: benhowdle89/reqres 42, "Responses for POST-CREATE, PUT-UPDATE and PATCH-UPDATE return an incomplete data".
  {
    name: 'undeclared-body-ignored',
    does: 'The reader of JSON passes over a body that is not declared as JSON, and the operation goes on with nothing.',
    reads:
      'Ignores a body that is not declared as application/json instead of refusing it with 415: a PATCH with one is answered 200 and changes nothing.',
    change: ({ gateway: { read } }) => ({
      gateway: {
        read: (call) => {
          const isRead = !call.hasBody || mediaType(call.header('content-type')) === 'application/json';
          return isRead ? read(call) : Promise.resolve({});
        },
      },
    }),
  },
  // 2: VNG-Realisatie/gemma-zaken 1505, "PUT update niet alle velden".
  {
    name: 'description-kept',
    does: 'Channels that replace others take over the description of the one at their place where they have none.',
    reads:
      'A PATCH with a channel that has no description keeps the description of the channel that it replaces, instead of leaving it out.',
    change: ({ partners: { merge } }) => ({
      partners: {
        merge: (partner, given, purpose) => {
          const channels = given.channels?.map((channel, index) => {
            const description = partner.channels[index]?.['description'];
            return description === undefined ? channel : { description, ...channel };
          });
          return merge(partner, { ...given, channels }, purpose);
        },
      },
    }),
  },
  // 4: mozilla-services/cliquet 682, "DELETE operation always returns 200 on success, while the spec suggests otherwise".
  {
    name: 'emptied-later',
    does: 'The deletion of all channels goes into a queue, and the answer does not wait for it.',
    reads:
      'DELETE of the channels of a partner is answered 204 before they are deleted: a GET right after it still shows them.',
    change: ({ partners: { empty } }, _stages, { sleep }) => ({
      partners: {
        empty: (shelf, { id }) => {
          void sleep(delay).then(() => {
            const partner = shelf.get(id);
            if (partner) empty(shelf, partner);
          });
        },
      },
    }),
  },
  // 5: pculture/unisubs 2251, "API response codes for invalid values".
  {
    name: 'no-list-breaks-it',
    does: 'The handler goes through the channels without asking whether they are a list.',
    reads: 'Answers 500 when channels is not a list, such as false, instead of 400.',
    change: ({ body: { channels } }) => ({
      body: {
        channels: (sent) => {
          if (sent === null || Array.isArray(sent)) return channels(sent);
          throw new GatewayError(500, {
            code: 'internal_error',
            detail: 'The service could not handle the request.',
          });
        },
      },
    }),
  },
  // 6: dotCMS/core 17164, "ValidationErrors adds message to the fieldName".
  {
    name: 'text-for-pointer',
    does: 'What speaks against a value is given to the error as the name of its member, and the text stays empty.',
    reads:
      'Errors of a refused value (422) have their text in source.pointer, where the pointer to the member should be, and null as detail.',
    change: ({ gateway: { refuse } }) => ({
      gateway: {
        refuse: (error) => {
          const reply = refuse(error);
          if (error.status !== 422) return reply;
          const errors = error.entries.map(({ code, detail }) => ({
            code,
            detail: null,
            source: { pointer: detail },
          }));
          return { ...reply, body: JSON.stringify({ errors }) };
        },
      },
    }),
  },
  // 6: TouK/nussknacker 268, "Field names in validation response".
  {
    name: 'neighbour-blamed',
    does: 'What is wrong with the endpoint of a channel is put down to its type, as both are told by one validator.',
    reads: 'The error of a wrong endpoint of a channel points at channel_type instead of endpoint.',
    change: ({ body: { channels } }) => ({
      body: {
        channels: (sent) => {
          const read = channels(sent);
          const refusals = read.refusals.map((entry) => {
            const pointer = entry.source && 'pointer' in entry.source ? entry.source.pointer : undefined;
            return pointer?.endsWith('/endpoint')
              ? {
                  ...entry,
                  source: {
                    pointer: pointer.replace(/endpoint$/, 'channel_type'),
                  },
                }
              : entry;
          });
          return { ...read, refusals };
        },
      },
    }),
  },
  // 7: alexjustesen/speedtest-tracker 1375, "Time/date doesn't seem to respect timezone in API requests".
  {
    name: 'an-hour-behind',
    does: 'The time of an answer is written without the hour of its zone.',
    reads: 'The Date header of every answer is an hour behind.',
    change: around(() => async (call, deliver) => {
      const reply = await deliver(call);
      const behindTime = new Date(Date.parse(reply.headers['date'] ?? '') - hour).toUTCString();
      return { ...reply, headers: { ...reply.headers, date: behindTime } };
    }),
  },
];
