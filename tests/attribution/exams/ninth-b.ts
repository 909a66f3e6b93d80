/** The ninth exam, of student-reporting: what releases, frameworks, databases and what stands before a service do wrong. */
import { GatewayError } from '../../../services/http/gateway-error.ts';
import type { Reply } from '../../../services/http/message.ts';
import { json } from '../../../services/http/message.ts';
import { UidList } from '../../../services/student-reporting/engine/uid-list.ts';
import { around, behind, sent, type Exam } from '../exam.ts';
import { earlierVersions } from './ninth-b-earlier-versions.ts';

const DAY_MS = 86_400_000;

/** The same day of the year in the year that its ISO week belongs to, as the pattern `YYYY` has it. */
function withWeekYear(date: string): string {
  const day = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(day.getTime())) return date;
  const thursday = new Date(day.getTime() + (4 - (day.getUTCDay() || 7)) * DAY_MS);
  return String(thursday.getUTCFullYear()).padStart(4, '0') + date.slice(4);
}

/** The day that a lenient reader of dates makes of one that does not exist: 30 February is 2 March. */
function lenient(date: unknown): unknown {
  const [, year, month, day] = (typeof date === 'string' && /^(\d{4})-(\d{2})-(\d{2})$/.exec(date)) || [];
  if (year === undefined) return date;
  const read = new Date(0);
  read.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  return read.toISOString().slice(0, 10);
}

const suspicious = /<\s*[a-z/!]|\bselect\b.+\bfrom\b|\bdrop\s+table\b|'\s*or\s+['\d]/i;

export const exam: Exam = {
  'student-reporting': [
    {
      name: 'batch-rolled-back',
      does: 'A POST of several records is one transaction: when an item is refused, those that were answered as stored are rolled back.',
      reads:
        'POST of several items: what is answered as stored is not there afterwards when another item of the body was refused.',
      change: ({ write: { items } }) => ({
        write: {
          items: (list, circumstances) => {
            const created = items(list, circumstances);
            if (created.results.every(({ success }) => success)) return created;
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
      name: 'join-without-distinct',
      does: 'The query of the bulk read of courses on campus joins their TAC offers without DISTINCT.',
      reads: 'The bulk read of courses on campus shows a course on campus once for each of its TAC offers.',
      change: ({ read: { shown } }, { data }) => ({
        read: {
          shown: (page, list, kind, exchange) => {
            if (kind.family.name !== 'courses-on-campus') return shown(page, list, kind, exchange);
            const offers = data.store.of(exchange.caller.organisation).table('courses-on-campus-tac-offers');
            const rows = page.flatMap((uid) =>
              Array.from({ length: Math.max(1, offers.below(uid).length) }, () => uid),
            );
            return shown(rows, list, kind, exchange);
          },
        },
      }),
    },
    {
      name: 'inner-join-campus',
      does: 'The query of the bulk read of unit enrolments has an inner join with campuses, which an enrolment need not have.',
      reads: 'The bulk read of unit enrolments leaves out those without a campus.',
      change: ({ read: { listed } }, { data }) => ({
        read: {
          listed: (kind, exchange) => {
            const all = listed(kind, exchange);
            if (kind.family.name !== 'unit-enrolments') return all;
            const { records } = data.store.of(exchange.caller.organisation).table(kind.family.name);
            const joined = new UidList();
            for (const uid of all) if (records.get(uid)?.values['campuses_uid'] !== undefined) joined.add(uid);
            return joined;
          },
        },
      }),
    },
    {
      name: 'pages-of-everybody',
      does: 'The query that counts the pages of unit enrolments has lost its condition on the student.',
      reads: "The number of pages of a student's unit enrolments is counted from the enrolments of all students.",
      change: ({ read: { list }, paging: { tell } }, { data }) => {
        let counted = 0;
        return {
          read: {
            list: (kind, exchange) => {
              counted = data.store.of(exchange.caller.organisation).table('unit-enrolments').all.length;
              return list(kind, exchange);
            },
          },
          paging: {
            tell: (records, asked, family) =>
              tell(family.name === 'unit-enrolments' ? counted : records, asked, family),
          },
        };
      },
    },
    {
      name: 'cache-ignores-page-headers',
      does: 'A cache keeps bulk reads by address and caller alone, until something is written there: page headers make no difference to it.',
      reads: 'A bulk read that is repeated with other page headers brings the page that was asked for first.',
      change: behind(() => {
        const kept = new Map<string, Reply>();
        return async (call, deliver) => {
          const collection = call.path.split('/').findLast((segment) => /^[a-z-]+$/.test(segment)) ?? '';
          if (call.method !== 'GET') {
            const reply = await deliver(call);
            const gone = call.method === 'DELETE' ? '' : collection;
            for (const key of kept.keys()) if (key.startsWith(gone)) kept.delete(key);
            return reply;
          }
          if (!/\/(?:unit-enrolments|courses|campuses)$/.test(call.path)) return deliver(call);
          const key = [collection, call.path, call.header('access-token'), call.header('accept')].join(' ');
          const reply = kept.get(key) ?? (await deliver(call));
          if (reply.status === 200) kept.set(key, reply);
          return reply;
        };
      }),
    },
    {
      name: 'week-year',
      does: 'Dates are written with the pattern YYYY-MM-dd, whose year is that of the week.',
      reads:
        'Dates in the last days of December or the first of January come back with the year of their week: one too many, or one too few.',
      change: ({ results: { show } }) => ({
        results: {
          show: (field, record, kind) => {
            const value = show(field, record, kind);
            return field.kind === 'date' && typeof value === 'string' ? withWeekYear(value) : value;
          },
        },
      }),
    },
    {
      name: 'amounts-of-six-digits',
      does: 'The amounts of loans are kept in columns of the type FLOAT, which has six digits.',
      reads: 'Amounts of a loan come back rounded to six digits.',
      change: ({ judgement: { merge } }) => ({
        judgement: {
          merge: (item, circumstances) => {
            const values = merge(item, circumstances);
            if (circumstances.kind.family.name !== 'loans') return values;
            const rounded = Object.entries(values).map(([name, value]) => {
              const isAmount = circumstances.kind.writable.get(name)?.field.kind === 'money';
              return [name, isAmount && typeof value === 'number' ? Number(value.toPrecision(6)) : value] as const;
            });
            // What has too many decimals is still refused: the check looks at what was given.
            return Object.fromEntries(rounded);
          },
        },
      }),
    },
    {
      name: 'warnings-pile-up',
      does: 'One list of warnings is used for all items of a POST and never emptied between them.',
      reads: 'In a POST of several items, an answer also carries the warnings of the items before it.',
      change: ({ write: { items } }) => ({
        write: {
          items: (list, circumstances) => {
            const { results, uids } = items(list, circumstances);
            let piled: readonly unknown[] = [];
            const said = results.map((result) => {
              piled = [...piled, ...(result.messages ?? [])];
              return result.success && piled.length > 0 ? { ...result, messages: piled } : result;
            });
            return { results: said, uids };
          },
        },
      }),
    },
    {
      name: 'zero-omitted',
      does: 'The serialiser leaves out the amounts of a loan that are 0, as omitempty does.',
      reads: 'An amount of 0 that a loan was given is not shown when it is read.',
      change: ({ results: { show } }) => ({
        results: {
          show: (field, record, kind) => {
            const value = show(field, record, kind);
            return kind.family.name === 'loans' && value === 0 ? undefined : value;
          },
        },
      }),
    },
    {
      name: 'postcode-a-number',
      does: 'The postcode of a campus is kept in a column of numbers.',
      reads: "A campus's postcode comes back without its leading zeros.",
      change: ({ results: { show } }) => ({
        results: {
          show: (field, record, kind) => {
            const value = show(field, record, kind);
            return field.name === 'delivery_location_postcode' && value !== undefined ? String(Number(value)) : value;
          },
        },
      }),
    },
    {
      name: 'firewall',
      does: 'A web application firewall stands before the service and rejects bodies with what looks like markup or SQL.',
      reads: 'Text that looks like markup or SQL is refused with 403 and an HTML page, rather than stored.',
      change: behind(() => async (asked, deliver) => {
        const { text, call } = await sent(asked);
        if (!suspicious.test(text)) return deliver(call);
        const page =
          '<html><head><title>Request Rejected</title></head><body>The requested URL was rejected.</body></html>';
        const headers = { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' };
        return { status: 403, headers, body: page };
      }),
    },
    {
      name: 'uid-of-32-bits',
      does: 'A UID in a path is read as an integer of 32 bits; one that is greater breaks the reading.',
      reads: 'A UID beyond 2147483647 in a path is answered 500 rather than 404.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        const isTooGreat = call.path.split('/').some((part) => /^\d+$/.test(part) && Number(part) > 2_147_483_647);
        if (reply.status !== 404 || !isTooGreat) return reply;
        const { status, body } = json(500, {
          errors: [{ code: 'internal_error', detail: 'The service could not handle the request.' }],
        });
        return { ...reply, status, body };
      }),
    },
    {
      name: 'location-without-parent',
      does: 'The Location of a record below another is made of the last part of its path alone: /citizenships/17.',
      reads: 'The Location of a record that stands below another leaves out the parent, so that it leads nowhere.',
      change: ({ write: { location } }) => ({
        write: {
          location: (uid, circumstances) => {
            const own = location(uid, circumstances);
            const { parent, isSingle } = circumstances.kind.family;
            if (parent === undefined || isSingle) return own;
            return { ...own, location: `/${(own['location'] ?? '').split('/').slice(3).join('/')}` };
          },
        },
      }),
    },
    {
      name: 'etag-of-the-path',
      does: 'The ETag of a record is made of its address, and If-None-Match is held against it.',
      reads:
        'The ETag of a record stays the same when the record is changed, so that a conditional GET is answered 304.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (call.method !== 'GET' || reply.status !== 200 || !/\/\d+$/.test(call.path)) return reply;
        const etag = `"${Buffer.from(call.path).toString('base64url')}"`;
        const headers: Reply['headers'] = { ...reply.headers, etag };
        const known = call.header('if-none-match')?.split(/\s*,\s*/) ?? [];
        if (!known.some((tag) => tag === '*' || tag.replace(/^W\//, '') === etag)) return { ...reply, headers };
        const { 'content-type': _type, ...kept } = headers;
        return { status: 304, headers: kept };
      }),
    },
    {
      name: 'lenient-dates',
      does: 'Dates are read leniently: 30 February is taken as 2 March.',
      reads: 'A date that does not exist, such as 30 February, is stored as another day instead of being refused.',
      change: ({ judgement: { examine } }) => ({
        judgement: {
          examine: (item, circumstances) => {
            const read = [...item.given].map(([name, value]) => {
              const isDate = circumstances.kind.writable.get(name)?.field.kind === 'date';
              return [name, isDate ? (lenient(value) as typeof value) : value] as const;
            });
            return examine({ ...item, given: new Map(read) }, circumstances);
          },
        },
      }),
    },
    {
      name: 'deadlocks',
      does: 'Updates of one record that come at once deadlock in the database: all but the first are answered 500.',
      reads: 'Of several updates of one record at once, some are answered 500.',
      // An exam sends one call after the other: of updates that are meant to meet, each follows the one before it with nothing between them, and gives the same members other values.
      change: ({ delivery: { deliver }, keep: { replace } }) => {
        let open: { readonly uid: number; readonly given: ReadonlyMap<string, unknown> } | undefined;
        const meets = (uid: number, given: ReadonlyMap<string, unknown>): boolean =>
          open?.uid === uid &&
          given.size > 1 &&
          open.given.size === given.size &&
          [...given].every(([name, value]) => open?.given.has(name) && open.given.get(name) !== value);
        return {
          delivery: {
            deliver: (call) => {
              if (call.method !== 'PATCH') open = undefined;
              return deliver(call);
            },
          },
          keep: {
            replace: (existing, examined, circumstances) => {
              const { given } = examined.item;
              if (meets(existing.uid, given)) {
                const detail = 'The service could not handle the request.';
                throw new GatewayError(500, { code: 'internal_error', detail });
              }
              open = { uid: existing.uid, given };
              replace(existing, examined, circumstances);
            },
          },
        };
      },
    },
    ...earlierVersions,
  ],
};
