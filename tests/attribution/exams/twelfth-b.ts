/**
 * The twelfth exam, of student-reporting: faults drawn from bug reports of services. The searches were fixed beforehand; of the first
 * results of each the two first were taken that are bugs of a service, have one cause, can be transferred to this one and were not
 * asked in an exam before:
 *
 * 1. "API list endpoint total count wrong": an invalid count; a count that is always 0.
 * 2. "date timezone off by one in API response": times of an API an hour behind; the time zone of the server.
 * 3. "PUT creates duplicate record instead of updating": an update that fails where it finds a duplicate; PUT that makes a new record.
 * 4. "DELETE returns 404 but record remains": DELETE of what is not there answered as a success; answered 200 before the record has gone.
 * 5. "bulk create endpoint wrong response for some items": no list of what was created; general codes of errors instead of
 *    specific ones (before it came 200 where 201 is documented, which was run and is no question: this contract allows both).
 * 6. "error response not matching documented schema": errors of schemas in a form of their own; one text in place of the list of errors.
 */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { json } from '../../../services/http/message.ts';
import { uidOf } from '../../../services/student-reporting/engine/locate.ts';
import { succeeded } from '../../../services/student-reporting/engine/results.ts';
import { around, type Exam } from '../exam.ts';

const totalHeader = 'tcsi-pagination-total-pages';
const hourInMilliseconds = 60 * 60 * 1000;
/** After how many further calls a deleted record has gone. */
const callsToGo = 3;

const isOfSeveral = (body: unknown): boolean => Array.isArray(body) && body.length > 1;

export const exam: Exam = {
  'student-reporting': [
    {
      name: 'total-no-number',
      does: 'The number of pages of unit enrolments is computed from something that is not there.',
      reads: 'The total of pages of the list of unit enrolments is not a number: "NaN".',
      change: ({ paging: { tell } }) => ({
        paging: {
          tell: (records, asked, family) => {
            const headers = tell(records, asked, family);
            return family.name === 'unit-enrolments' && totalHeader in headers
              ? { ...headers, [totalHeader]: 'NaN' }
              : headers;
          },
        },
      }),
    },
    {
      name: 'total-never-set',
      spec: '2.1.06',
      does: 'The lists of courses and of campuses never set the total of pages: it stays 0.',
      reads: 'The total of pages of the lists of courses and of campuses is always 0, whatever records there are.',
      change: ({ paging: { tell } }) => ({
        paging: {
          tell: (records, asked, family) => {
            const headers = tell(records, asked, family);
            return family.name !== 'unit-enrolments' && totalHeader in headers
              ? { ...headers, [totalHeader]: '0' }
              : headers;
          },
        },
      }),
    },
    {
      name: 'an-hour-behind',
      does: 'The time that answers tell is that of a zone whose summer time is not heeded: an hour behind.',
      reads: 'The Date of every answer is an hour behind the time.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        const told = Date.parse(reply.headers['date'] ?? '');
        return { ...reply, headers: { ...reply.headers, date: new Date(told - hourInMilliseconds).toUTCString() } };
      }),
    },
    {
      name: 'zone-of-the-server',
      does: 'The server stands in California, and takes its own day for today.',
      reads:
        "Takes its own time zone's day for today, a day behind Sydney: dates of today are refused as in the future, and help_balance_as_at_date is yesterday.",
      change: () => ({ judgement: { zone: 'America/Los_Angeles' } }),
    },
    {
      name: 'update-fails-on-duplicate',
      does: 'An update that finds the same record already there throws, and nobody handles it.',
      reads:
        'Answers 500 to a PATCH that gives a code (or key) which another record has, instead of refusing it as already reported.',
      change: ({ judgement: { isTaken } }) => ({
        judgement: {
          isTaken: (unique, values, circumstances) => {
            const isDuplicate = isTaken(unique, values, circumstances);
            if (!isDuplicate || circumstances.existing === undefined) return isDuplicate;
            throw new GatewayError(500, { code: 'internal_error', detail: 'The request could not be handled.' });
          },
        },
      }),
    },
    {
      name: 'update-makes-new',
      does: 'PATCH of a course of study saves the changed record as a new one.',
      reads:
        'PATCH of a course of study creates another record with the changes; the one that it names stays as it was.',
      change: ({ keep: { replace } }, { keep }) => ({
        keep: {
          replace: (existing, examined, circumstances) => {
            const { kind, values } = examined;
            if (kind.family.name !== 'courses-of-study') replace(existing, examined, circumstances);
            else keep.add({ uid: keep.uid(), parent: existing.parent, values }, kind, circumstances);
          },
        },
      }),
    },
    {
      name: 'delete-of-nothing',
      spec: '3.0.8',
      does: 'DELETE does not look whether the record was there.',
      reads: 'Answers DELETE of a record that does not exist with a success instead of 404.',
      change: ({ write: { remove } }) => ({
        write: {
          remove: (kind, exchange) => {
            try {
              return remove(kind, exchange);
            } catch (error) {
              if (!(error instanceof GatewayError && error.status === 404)) throw error;
              return json(200, succeeded(undefined, { [kind.family.uid]: uidOf(exchange.parameters.at(-1)) }));
            }
          },
        },
      }),
    },
    {
      name: 'deleted-later',
      does: 'DELETE is answered at once, and carried out by a job later on.',
      reads: 'Answers DELETE with 200 while the record is still there: it goes only some calls later.',
      change: ({ keep: { remove }, delivery: { answer } }) => {
        let jobs: { left: number; readonly run: () => void }[] = [];
        return {
          keep: {
            remove: (located, kind) => {
              const { dataset, record } = located;
              const run = (): void => {
                const current = dataset.table(kind.family.name).records.get(record.uid);
                if (current) remove({ ...located, record: current }, kind);
              };
              jobs.push({ left: callsToGo, run });
            },
          },
          delivery: {
            answer: (call) => {
              const due = jobs.filter(({ left }) => left === 0);
              jobs = jobs.filter(({ left }) => left > 0);
              for (const job of jobs) job.left -= 1;
              for (const { run } of due) run();
              return answer(call);
            },
          },
        };
      },
    },
    {
      name: 'no-list-of-created',
      does: 'A POST of several items says that all went well, and not what became of each.',
      reads: 'Answers a POST of several items with {"success": true} alone instead of the list of their results.',
      change: ({ write: { create } }) => ({
        write: {
          create: (kind, exchange) => {
            const reply = create(kind, exchange);
            return reply.status === 201 && isOfSeveral(exchange.body) ? json(201, { success: true }) : reply;
          },
        },
      }),
    },
    {
      name: 'general-codes-in-batches',
      does: 'What refuses the items of a POST of several has one code for all errors.',
      reads:
        'In a POST of several items the error_identifier of a refused item is a general one (10000…), instead of that of what is wrong with it.',
      change: ({ write: { items }, results: { error } }) => {
        let isBatch = false;
        return {
          write: {
            items: (given, circumstances) => {
              isBatch = given.length > 1;
              const created = items(given, circumstances);
              isBatch = false;
              return created;
            },
          },
          results: {
            error: (finding) => {
              const own = error(finding);
              return isBatch ? { ...own, error_identifier: `10000${finding.kind.family.suffix}` } : own;
            },
          },
        };
      },
    },
    {
      name: 'errors-of-the-validator',
      spec: '2.1.05',
      does: 'What does not fit the schema is refused by the validator before the service, which has a form of its own for errors.',
      reads:
        'Refuses a body that does not fit the schema with {"code", "message", "description"} instead of the list errors that the other refusals have.',
      change: ({ shape: { refuse } }) => ({
        shape: {
          refuse: (entries) => {
            try {
              refuse(entries);
            } catch (error) {
              if (!(error instanceof GatewayError)) throw error;
              const description = `Schema validation failed in the Request: ${error.message}`;
              throw Object.assign(error, {
                reply: () => json(400, { code: '400', message: 'Bad Request', description }),
              });
            }
          },
        },
      }),
    },
    {
      name: 'errors-as-one-text',
      does: 'The refusal of a value has one text for all that speaks against the item.',
      reads: 'Where values are refused, result.errors is one string instead of the list of errors.',
      change: ({ results: { failed } }, { results }) => ({
        results: {
          failed: (correlationId, findings) => {
            const errors = findings.map((finding) => String(results.error(finding)['error_description'])).join(' ');
            return { ...failed(correlationId, findings), result: { errors } };
          },
        },
      }),
    },
  ],
};
