/** Twenty-four misbehaviours of real services, set by somebody who has not read how causes are found. */
import { GatewayError, notFound } from '../../../services/http/gateway-error.ts';
import { json, type Reply } from '../../../services/http/message.ts';
import { isCalendarDate } from '../../../services/model/calendar.ts';
import type { Channel } from '../../../services/partner-onboarding/partner.ts';
import { around, type Exam } from '../exam.ts';

const latin1 = (text: string): string => text.replace(/[\u{100}-\u{10ffff}]/gu, '?');

const deleted: Reply = { status: 204, headers: {} };

/** Changes every text of a channel or a partner. */
const eachText = (texts: Readonly<Record<string, string>>, change: (text: string) => string): Record<string, string> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, change(text)]));

function dayBefore(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() - 1);
  return day.toISOString().slice(0, 10);
}

export const exam: Exam = {
  'partner-onboarding': [
    {
      name: 'update-answers-old',
      does: 'A PATCH is stored, but its answer shows the partner as it was before.',
      reads: 'The answer to a PATCH of a partner shows the partner as it was before the update.',
      change: (_inner, stages) => ({
        run: {
          'partners.update': (exchange) => {
            const change = stages.partners.change(exchange);
            stages.partners.refuseValues(change.given);
            stages.partners.replace(change);
            return json(200, stages.partners.view(change.partner));
          },
        },
      }),
    },
    {
      name: 'participant-id-derived',
      does: 'A partner that is created without participant_id gets one made of its ABN.',
      reads: 'Creates a partner with a participant_id that the caller did not give.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const { abn, participant_id: known } = merged.values;
            if (purpose !== 'create' || abn === undefined || known !== undefined) return merged;
            return {
              ...merged,
              values: { ...merged.values, participant_id: `0151:${abn}` },
            };
          },
        },
      }),
    },
    {
      name: 'channels-merged-by-place',
      does: 'The channels of a PATCH are merged into the old ones place by place, as a deep merge of objects does it.',
      reads: 'A PATCH of channels does not replace them: what it leaves out stays as it was.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const sent = given.channels;
            if (purpose !== 'update' || sent === undefined) return merged;
            const places = Array.from({ length: Math.max(sent.length, partner.channels.length) }, (_, place) => place);
            return {
              ...merged,
              channels: places.map((place) => ({
                ...partner.channels[place],
                ...sent[place],
              })),
            };
          },
        },
      }),
    },
    {
      name: 'foreign-channels-deleted',
      does: 'DELETE finds the partner among those of all organisations.',
      reads: 'Deletes the channels of a partner that belongs to another organisation.',
      change: ({ partners }, stages) => ({
        run: {
          'channels.delete': (exchange) => {
            const [id = ''] = exchange.parameters;
            const shelf = stages.data.partners.all().find((each) => each.has(id));
            const partner = shelf?.get(id);
            if (!shelf || !partner) throw notFound();
            partners.empty(shelf, partner);
            return { status: 204, headers: {} };
          },
        },
      }),
    },
    {
      name: 'delete-of-nobody',
      does: 'Deleting the channels of a partner that does not exist is answered 204.',
      reads: 'Answers the deletion of the channels of a partner that does not exist with 204 instead of 404.',
      change: ({ run }) => ({
        run: {
          'channels.delete': (exchange) => {
            try {
              return run['channels.delete']?.(exchange) ?? deleted;
            } catch (error) {
              if (error instanceof GatewayError && error.status === 404) return deleted;
              throw error;
            }
          },
        },
      }),
    },
    {
      name: 'update-refused-otherwise',
      does: 'A PATCH that is refused for its values has an error body of another shape; every other refusal has the right one.',
      reads:
        'The body of the 422 to a PATCH is not the error body of the contract: it has message and fieldErrors, and no errors.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (call.method !== 'PATCH' || reply.status !== 422) return reply;
        const { errors } = JSON.parse(reply.body ?? '') as {
          errors: { detail: string; source: { pointer: string } }[];
        };
        const fieldErrors = errors.map(({ detail, source }) => ({
          field: source.pointer.slice(1),
          error: detail,
        }));
        return {
          ...reply,
          body: JSON.stringify({ message: 'Validation failed', fieldErrors }),
        };
      }),
    },
    {
      name: 'latin-1-column',
      does: 'What Latin-1 does not have is stored as a question mark.',
      reads: 'Stores characters outside Latin-1 as question marks.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const channels = merged.channels.map((channel) => eachText(channel, latin1));
            return {
              ...merged,
              values: eachText(merged.values, latin1),
              channels,
            };
          },
        },
      }),
    },
    {
      name: 'apostrophe-500',
      does: 'A text with an apostrophe breaks the statement that stores it: 500.',
      reads: 'Answers 500 where a text has an apostrophe in it.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const texts = [...given.values.values(), ...(given.channels ?? []).flatMap((each) => Object.values(each))];
            if (texts.some((text) => text?.includes("'") === true))
              throw new GatewayError(500, {
                code: 'internal_error',
                detail: 'The request could not be handled.',
              });
            return partners.merge(partner, given, purpose);
          },
        },
      }),
    },
    {
      name: 'name-cut',
      does: 'A name is cut at 64 characters when it is stored, without a word.',
      reads: 'Cuts a name that is longer than 64 characters, although 100 are allowed.',
      change: ({ partners }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const merged = partners.merge(partner, given, purpose);
            const { name } = merged.values;
            if (name === undefined) return merged;
            return {
              ...merged,
              values: {
                ...merged.values,
                name: Array.from(name).slice(0, 64).join(''),
              },
            };
          },
        },
      }),
    },
    {
      name: 'channel-members-swapped',
      does: 'The endpoint of a channel is shown as its description, and the description as its endpoint.',
      reads: 'Shows endpoint and description of a channel swapped.',
      change: () => ({
        partners: {
          showChannel: ({ endpoint, description, ...others }): Channel => ({
            ...others,
            ...(description === undefined ? {} : { endpoint: description }),
            ...(endpoint === undefined ? {} : { description: endpoint }),
          }),
        },
      }),
    },
  ],
  'student-reporting': [
    {
      name: 'dates-in-utc',
      does: 'Dates are kept as midnight in Sydney and shown as the day that it then is in UTC: one day earlier.',
      reads: 'Shows every date one day earlier than it was sent.',
      change: ({ results }) => ({
        results: {
          show: (field, record, kind) => {
            const value = results.show(field, record, kind);
            const isDate = field.kind === 'date' && typeof value === 'string' && isCalendarDate(value);
            return isDate ? dayBefore(value) : value;
          },
        },
      }),
    },
    {
      name: 'family-name-in-capitals',
      does: 'The family name of a student is kept in capitals.',
      reads: 'Shows student_family_name in capital letters, other than it was sent.',
      change: ({ results }) => ({
        results: {
          show: (field, record, kind) => {
            const value = results.show(field, record, kind);
            return field.name === 'student_family_name' && typeof value === 'string' ? value.toUpperCase() : value;
          },
        },
      }),
    },
    {
      name: 'hundred-by-default',
      does: 'A list that nobody asked pages of ends after 100 records; unit enrolments have their 200.',
      reads:
        'Lists other than of unit enrolments end after 100 records where no paging is asked for; the contract has them whole.',
      change: ({ paging }) => ({
        paging: {
          cut: (list, asked, family) =>
            asked.isEnabled || family.name === 'unit-enrolments' ? paging.cut(list, asked, family) : list.slice(0, 100),
        },
      }),
    },
    {
      name: 'eftsl-rounded',
      does: 'The eftsl of a unit enrolment is kept with one decimal.',
      reads: 'Rounds eftsl of a unit enrolment to one decimal.',
      change: ({ results }) => ({
        results: {
          show: (field, record, kind) => {
            const value = results.show(field, record, kind);
            return field.name === 'eftsl' && typeof value === 'number' ? Math.round(value * 10) / 10 : value;
          },
        },
      }),
    },
    {
      name: 'postcode-required',
      does: 'A campus without delivery_location_postcode is refused.',
      reads: 'Refuses a campus without delivery_location_postcode, which is optional.',
      change: ({ judgement }) => ({
        judgement: {
          field: (bound, given, circumstances) =>
            bound.field.name === 'delivery_location_postcode' && (given.given === null || given.value === undefined)
              ? [{ name: 'required', digits: '19001', text: 'is required' }]
              : judgement.field(bound, given, circumstances),
        },
      }),
    },
    {
      name: 'deleted-code-taken',
      does: 'The code of a deleted course stays taken.',
      reads: 'Refuses a new course with the code of a deleted one as already reported.',
      change: ({ judgement, keep }) => {
        const deleted = new WeakMap<object, Set<unknown>>();
        return {
          keep: {
            remove: (located, kind) => {
              if (kind.family.name === 'courses') {
                const codes = deleted.get(located.dataset) ?? new Set();
                deleted.set(located.dataset, codes.add(located.record.values['course_code']));
              }
              keep.remove(located, kind);
            },
          },
          judgement: {
            isTaken: (unique, values, circumstances) =>
              (circumstances.kind.family.name === 'courses' &&
                circumstances.existing?.values['course_code'] !== values['course_code'] &&
                deleted.get(circumstances.dataset)?.has(values['course_code']) === true) ||
              judgement.isTaken(unique, values, circumstances),
          },
        };
      },
    },
    {
      name: 'balance-open',
      does: 'The HELP balance is shown without an access token, and with one that is not valid.',
      reads: 'The HELP balance of a student can be read without a valid access token.',
      change: ({ door }, _stages, { devices }) => ({
        door: {
          admit: async (call) => {
            try {
              return await door.admit(call);
            } catch (error) {
              const [device] = devices;
              if (!/^\/students\/[^/]+\/help-balance$/.test(call.path) || !device) throw error;
              return {
                organisation: device.organisation,
                device: device.device,
              };
            }
          },
        },
      }),
    },
    {
      name: 'duplicate-code-lost',
      does: 'A student whose student_identification_code is taken is refused with a code of its own making instead of 10045.',
      reads: 'Refuses a student_identification_code that is already reported with another code than 10045.',
      change: ({ results }) => ({
        results: {
          identifier: (finding) =>
            results.identifier(finding.digits === '10045' ? { ...finding, digits: '19999' } : finding),
        },
      }),
    },
    {
      name: 'batch-rolled-back',
      does: 'Where one item of a batch is refused, the others are said to be stored, and are not.',
      reads:
        'Does not store the good items of a POST in which another item is refused, although it says success for them.',
      change: ({ write }) => ({
        write: {
          items: (items, circumstances) => {
            const created = write.items(items, circumstances);
            if (created.uids.length === items.length) return created;
            const { dataset, kind } = circumstances;
            for (const uid of created.uids) {
              const record = dataset.table(kind.family.name).records.get(uid);
              if (record) dataset.remove(record, kind);
            }
            return created;
          },
        },
      }),
    },
    {
      name: 'errors-as-problems',
      does: 'Every answer from 400 on has the media type application/problem+json; its body is right.',
      reads: 'Sends errors with the media type application/problem+json instead of application/json.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (reply.status < 400 || reply.headers['content-type'] === undefined) return reply;
        return {
          ...reply,
          headers: {
            ...reply.headers,
            'content-type': 'application/problem+json',
          },
        };
      }),
    },
    {
      name: 'first-disability-updated',
      does: 'A PATCH of a disability changes the first disability of the student, whichever is named.',
      reads: 'A PATCH of a disability changes another disability of the same student than the one it names.',
      change: ({ keep }, stages) => ({
        keep: {
          replace: (existing, examined, circumstances) => {
            const table = circumstances.dataset.table(circumstances.kind.family.name);
            const [uid = 0] = table.below(existing.parent).slice(0, 1);
            const first =
              circumstances.kind.family.name === 'student-disabilities' ? table.records.get(uid) : undefined;
            if (!first) {
              keep.replace(existing, examined, circumstances);
              return;
            }
            const values = stages.judgement.merge(examined.item, {
              ...circumstances,
              existing: first,
            });
            keep.replace(first, { ...examined, values }, circumstances);
          },
        },
      }),
    },
  ],
  'identity-provider': [
    {
      name: 'unlinked-granted',
      does: 'Whether the organisation is linked to the service is not looked at.',
      reads: 'Grants an access token to an organisation that is not linked to the service.',
      change: () => ({ assertion: { isLinked: () => true } }),
    },
    {
      name: 'kid-not-read',
      does: 'The key is looked for by sub; kid is not looked at.',
      reads: 'Takes an assertion without kid, or with a kid that it does not know.',
      change: (_inner, _stages, { devices }) => ({
        assertion: {
          deviceOf: ({ claims }) => devices.find(({ device }) => device === claims['sub']),
        },
      }),
    },
    {
      name: 'device-data-500',
      does: 'An assertion whose sub or iss does not belong to the key is answered 500 "Unable to retrieve device data".',
      reads:
        'Answers 500 to an assertion whose sub or iss does not belong to the device, instead of 400 invalid_grant.',
      change: ({ token }) => ({
        token: {
          refuse: (refusal, status) =>
            /^(sub must be the device|iss must be the organisation)/.test(refusal.description)
              ? token.refuse(
                  {
                    error: 'server_error',
                    description: 'Unable to retrieve device data',
                  },
                  500,
                )
              : token.refuse(refusal, status),
        },
      }),
    },
  ],
};
