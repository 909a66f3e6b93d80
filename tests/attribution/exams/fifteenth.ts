/**
 * The fifteenth exam: faults drawn from reports about services. These searches were fixed before any was made; of the answers of each, the
 * first two of different repositories are asked whose one cause can be brought about here, reports of an HTTP API or of a token endpoint
 * before all others. Where a search gave fewer than two of these, its next report of other software (a library, a parser, a tool) is
 * adapted to what a service made with it would do: those are marked with a star.
 *
 * 1. JWT audience array not accepted
 * 2. token endpoint returns wrong error code invalid_client
 * 3. null value in PATCH ignored
 * 4. unicode characters corrupted in response
 * 5. ETag stale after update If-Match
 * 6. total count wrong in paginated response
 * 7. nested array element lost on update
 * 8. empty string treated as null API
 * 9. error message leaks SQL or internal path
 * 10. case sensitivity of identifier lookup inconsistent
 */
import { createHash } from 'node:crypto';
import { GatewayError } from '../../../services/http/gateway-error.ts';
import { isObject } from '../../../services/model/json-type.ts';
import { keyOf } from '../../../services/student-reporting/engine/store.ts';
import type { Run } from '../../../services/gateway.ts';
import type { Value } from '../../../services/model/field.ts';
import type { Item } from '../../../services/student-reporting/engine/shape.ts';
import { around, type Exam } from '../exam.ts';
import { identityProvider } from './fifteenth-identity-provider.ts';

/** The operation of that name, as it stands there. */
function operationOf(run: Run, name: string): Run[string] {
  const operation = run[name];
  if (operation === undefined) throw new Error(`There is no operation ${name}.`);
  return operation;
}

/** JSON with each text in it, but no name, written otherwise. */
function withTexts(value: unknown, write: (text: string) => unknown): unknown {
  if (typeof value === 'string') return write(value);
  if (Array.isArray(value)) return value.map((entry) => withTexts(entry, write));
  if (!isObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withTexts(each, write)]));
}

const entity = (character: string): string => `&#x${(character.codePointAt(0) ?? 0).toString(16)};`;
const asEntities = (text: string): string => text.replace(/[^A-Za-z0-9,._-]/gu, entity);

const tagOf = (text: string | undefined): string =>
  `"${createHash('sha256')
    .update(text ?? '')
    .digest('hex')
    .slice(0, 16)}"`;

/** The tags that a precondition names, weak ones as if they were strong. */
function tagsIn(header: string | undefined): readonly string[] {
  return (header ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}

function isNamed(tag: string, header: string | undefined): boolean {
  return tagsIn(header).some((named) => named === tag || named === '*');
}

/** Every value that an item gives, and those that are nested in it. */
function valuesOf({ given, children }: Item): readonly (Value | null)[] {
  return [...given.values(), ...children.flatMap(({ items }) => items.flatMap(valuesOf))];
}

const isList = (value: Value | null | undefined): value is readonly string[] => Array.isArray(value);

/** What a parser makes of JSON that is none: it reads null where a value is missing, and overlooks a comma at the end. */
const mended = (text: string): string => text.replace(/:\s*(?=[,}])/g, ': null').replace(/,\s*(?=[}\]])/g, '');

export const exam: Exam = {
  'partner-onboarding': [
    // 3: omaxel/SimplePatch, "PATCH and nullable fields".
    {
      name: 'missing-value-read-as-null',
      does: 'The JSON parser is lenient: a member without a value is null, and a comma after the last member is overlooked.',
      reads:
        'Accepts bodies that are not well-formed JSON rather than refusing them with 400: a member without a value is read as null, and a comma after the last member is overlooked.',
      change: ({ gateway: { parse } }) => ({
        gateway: {
          parse: (text) => {
            try {
              return parse(text);
            } catch {
              return parse(mended(text));
            }
          },
        },
      }),
    },
    // 5: avoidwork/turtle.io, "Serving stale reps when a valid but stale etag is included in a request".
    {
      name: 'stale-tag-not-modified',
      does: 'A read has an ETag. One that names any ETag that was ever given for the partner is answered 304, also after an update.',
      reads:
        'Answers GET with 304 where If-None-Match names an ETag from before an update, rather than 200 with the partner as it now is.',
      change: ({ run }, { partners }) => {
        const told = new Map<string, Set<string>>();
        return {
          run: {
            'partners.read': (exchange) => {
              const { call } = exchange;
              const reply = operationOf(run, 'partners.read')(exchange);
              const etag = tagOf(reply.body);
              const tags = (told.get(call.path) ?? new Set()).add(etag);
              told.set(call.path, tags);
              const asked = call.header('if-none-match');
              const known = [...tags].find((tag) => isNamed(tag, asked));
              if (known !== undefined) return { status: 304, headers: { etag: known } };
              return { ...reply, headers: { ...reply.headers, etag } };
            },
            'partners.update': (exchange) => {
              const { partner, given } = partners.change(exchange);
              partners.refuseValues(given);
              const tag = tagOf(JSON.stringify(partners.view(partner)));
              const [match, none] = ['if-match', 'if-none-match'].map((name) => exchange.call.header(name));
              if ((match !== undefined && !isNamed(tag, match)) || isNamed(tag, none)) {
                throw new GatewayError(412, {
                  code: 'precondition_failed',
                  detail: 'The partner is another by now.',
                });
              }
              return operationOf(run, 'partners.update')(exchange);
            },
          },
        };
      },
    },
    // 7: NileDB/com.niledb.core, "Update does not work with arrays".
    {
      name: 'old-channels-stay-behind',
      does: 'An update writes each channel over that of its place; those behind the last one given stay.',
      reads:
        'A PATCH with fewer channels than the partner has replaces only the first of them: the others stay, and an empty list removes none.',
      change: ({ partners: { merge } }) => ({
        partners: {
          merge: (partner, given, purpose) => {
            const { channels } = given;
            if (channels === undefined) return merge(partner, given, purpose);
            const all = [...channels, ...partner.channels.slice(channels.length)];
            return merge(partner, { ...given, channels: all }, purpose);
          },
        },
      }),
    },
    // 8*: data-integrations/wrangler, "Do not treat empty Strings as null".
    {
      name: 'empty-text-is-null',
      does: 'An empty text in a body is taken as null.',
      reads:
        'Treats an empty text as null: accepts "" as contact_email and as participant_id and removes them, rather than refusing it with 422, and does not keep an empty description of a channel.',
      change: ({ body: { read } }) => ({
        body: {
          read: (sent, purpose) =>
            read(
              withTexts(sent, (text) => (text === '' ? null : text)),
              purpose,
            ),
        },
      }),
    },
    // 9: PrairieLearn/PrairieLearn, "Error messages reveal backend details".
    {
      name: 'row-count-told',
      does: 'Where a query finds no partner, the detail of the 404 is the message of the database layer.',
      reads:
        'Shows in the detail of a 404 what the database layer said: the count of rows, the name of a query and a file of the service.',
      change: ({ run }) => ({
        run: Object.fromEntries(
          Object.keys(run).map((name) => [
            name,
            (exchange) => {
              try {
                return operationOf(run, name)(exchange);
              } catch (error) {
                if (!(error instanceof GatewayError) || error.status !== 404) throw error;
                const query = name.replace('.', '_');
                const detail = `Error processing request: Incorrect rowCount: 0 in query ${query} (/srv/app/models/partner.sql:14)`;
                throw new GatewayError(404, { code: 'not_found', detail }, error.headers);
              }
            },
          ]),
        ),
      }),
    },
    // 10: 18F/piipan, "Case-insensitive lookup ID".
    {
      name: 'delete-folds-case',
      does: 'The deletion of channels finds a partner by its id in any letter case; a read and an update do not.',
      reads:
        'DELETE of /partners/{id}/channels takes an id in other letter case for that of the partner, and removes its channels with 204, rather than answering 404 as GET and PATCH do.',
      change: ({ run }, { data }) => ({
        run: {
          'channels.delete': (exchange) => {
            const [id = ''] = exchange.parameters;
            const ids = [...data.partners.of(exchange.caller.organisation).keys()];
            const found = ids.find((each) => each.toLowerCase() === id.toLowerCase()) ?? id;
            return operationOf(run, 'channels.delete')({ ...exchange, parameters: [found] });
          },
        },
      }),
    },
  ],
  'student-reporting': [
    // 3: katharsis-project/katharsis-framework, "PATCH fails for fields that where null before".
    {
      name: 'absent-stays-absent',
      does: 'An update sets only fields that the record has a value of.',
      reads:
        'A PATCH does not set a field that the record had no value of: it is answered as a success, and the field stays absent.',
      change: ({ judgement: { merge } }) => ({
        judgement: {
          merge: (item, circumstances) => {
            const values = circumstances.existing?.values;
            if (values === undefined) return merge(item, circumstances);
            const given = new Map([...item.given].filter(([name]) => values[name] !== undefined));
            return merge({ ...item, given }, circumstances);
          },
        },
      }),
    },
    // 4: cnnic/rdap, "The unicode character in 'notices' display garbled for some 400 Error Response".
    {
      name: 'refusals-in-latin-1',
      spec: '3.0.8',
      does: 'The answers of status 400 are written in ISO-8859-1, and say so; a character that it has not is a question mark.',
      reads:
        'Sends answers of status 400 in ISO-8859-1 rather than UTF-8: their Content-Type has charset=ISO-8859-1, and other characters are question marks.',
      change: ({ gateway: { refuse } }) => ({
        gateway: {
          refuse: (error) => {
            const reply = refuse(error);
            if (reply.status !== 400) return reply;
            const headers = {
              ...reply.headers,
              'content-type': 'application/json;charset=ISO-8859-1',
            };
            const body = [...(reply.body ?? '')].map((each) => (each <= '\u00ff' ? each : '?')).join('');
            return { ...reply, headers, body, wire: 'latin-1' };
          },
        },
      }),
    },
    // 4: usebruno/bruno, "Unicode problem on responses".
    {
      name: 'texts-as-entities',
      spec: '2.1.06',
      does: 'What is not a letter, a digit or one of a few signs is written as an entity of HTML in every text of an answer.',
      reads:
        'Writes entities of HTML into the texts of its answers: values are shown with &#x20; for a space and &#x27; for an apostrophe rather than as they were sent.',
      change: around(() => async (call, deliver) => {
        const reply = await deliver(call);
        if (call.path === '/openapi.json' || !reply.body) return reply;
        return {
          ...reply,
          body: JSON.stringify(withTexts(JSON.parse(reply.body), asEntities)),
        };
      }),
    },
    // 5: apache/directory-scimple, "eTag support with If-Match".
    {
      name: 'if-match-ignored',
      does: 'A read of one record has an ETag, and heeds If-None-Match; If-Match of an update is not looked at.',
      reads:
        'Carries out a PATCH whose If-Match names an ETag that the record no longer has, rather than refusing it with 412.',
      change: ({ read: { one } }) => ({
        read: {
          one: (kind, exchange) => {
            const reply = one(kind, exchange);
            const etag = tagOf(reply.body);
            if (isNamed(etag, exchange.call.header('if-none-match'))) return { status: 304, headers: { etag } };
            return { ...reply, headers: { ...reply.headers, etag } };
          },
        },
      }),
    },
    // 6: raster-foundry/raster-foundry, "Pagination counts are incorrect".
    {
      name: 'counted-twice',
      does: 'Every record of a list counts twice in what is told of its pages.',
      reads:
        'tcsi-pagination-total-pages tells twice as many pages as there are, and the last page that has records names a next one.',
      change: ({ paging: { marks } }) => ({
        paging: {
          marks: (records, asked, family) => marks(records * 2, asked, family),
        },
      }),
    },
    // 6: kyma-incubator/compass, "Pagination not return real totalCount amount".
    {
      name: 'total-of-the-page',
      spec: '2.1.05',
      does: 'In the lists of courses and of campuses the total is counted from the records of the page.',
      reads:
        'tcsi-pagination-total-pages of the lists of courses and campuses counts only the page that is sent: it is 1 however many pages there are.',
      change: ({ paging: { marks } }) => ({
        paging: {
          marks: (records, asked, family) => {
            const told = marks(records, asked, family);
            if (family.name === 'unit-enrolments') return told;
            const sent = Math.min(asked.size, Math.max(0, records - (asked.page - 1) * asked.size));
            return { ...told, total: Math.ceil(sent / asked.size) };
          },
        },
      }),
    },
    // 7*: afeld/backbone-nested, "Re-setting items on an array within a nested object doesn't work correctly".
    {
      name: 'old-entries-stay-behind',
      spec: '3.0.8',
      does: 'An update writes each entry of a list over that of its place; those behind the last one given stay.',
      reads:
        'A PATCH with fewer student_types than the student has leaves the rest of the old list behind them: ["VET"] over ["HEP","VET"] is shown as ["VET","VET"].',
      change: ({ judgement: { merge } }) => ({
        judgement: {
          merge: (item, circumstances) => {
            const values = circumstances.existing?.values ?? {};
            const given = new Map<string, Value | null>();
            for (const [name, value] of item.given) {
              const before = values[name];
              given.set(name, isList(value) && isList(before) ? [...value, ...before.slice(value.length)] : value);
            }
            return merge({ ...item, given }, circumstances);
          },
        },
      }),
    },
    // 8: stomita/sformula, "Text formula returning empty string should be null".
    {
      name: 'cleared-text-is-empty',
      spec: '2.1.05',
      does: 'null for a text field is stored, and shown, as the empty text.',
      reads: 'Shows a text field that was cleared with null, or created with null, as "" rather than leaving it out.',
      change: ({ judgement: { merge } }) => ({
        judgement: {
          merge: (item, circumstances) => {
            const cleared = [...item.given].flatMap(([name, value]): (readonly [string, Value])[] =>
              value === null && circumstances.kind.writable.get(name)?.field.kind === 'text' ? [[name, '']] : [],
            );
            return {
              ...merge(item, circumstances),
              ...Object.fromEntries(cleared),
            };
          },
        },
      }),
    },
    // 9: liamdamato1997/V13, "Acunetix - Application error message".
    {
      name: 'apostrophe-breaks-statement',
      does: 'Texts are put into SQL as they are. An apostrophe ends one, and the error of the database is shown with 500.',
      reads:
        "Answers 500 to a text with an apostrophe, such as O'Brien as a name, and shows the SQL error of the database, rather than storing the text.",
      change: ({ shape: { read } }) => ({
        shape: {
          read: (body, kind, purpose, form) => {
            const items = read(body, kind, purpose, form);
            const broken = items.flatMap(valuesOf).find((value) => typeof value === 'string' && value.includes("'"));
            if (typeof broken !== 'string') return items;
            const near = broken.slice(broken.indexOf("'"));
            const detail = `SQLSTATE[42000]: syntax error in ${purpose === 'create' ? 'INSERT INTO' : 'UPDATE'} ${kind.family.name.replaceAll('-', '_')} near "${near}"`;
            throw new GatewayError(500, { code: 'internal_error', detail });
          },
        },
      }),
    },
    // 10*: tiagolauer/OwlSQL, "Parser: identifier case-sensitivity inconsistent across lookup paths".
    {
      name: 'creation-folds-case',
      does: 'Whether a student_identification_code is reported already is looked up in any letter case by a creation, and in its own by an update.',
      reads:
        'POST refuses a student_identification_code as already reported that differs from an existing one in letter case; PATCH accepts the same code.',
      change: ({ judgement: { isTaken } }) => ({
        judgement: {
          isTaken: (unique, values, circumstances) => {
            const { kind, dataset, existing, before } = circumstances;
            if (isTaken(unique, values, circumstances)) return true;
            if (kind.family.name !== 'students' || existing !== undefined || before !== undefined) return false;
            const folded = keyOf(unique, { parent: 0, values }).toLowerCase();
            return [...dataset.table('students').records.values()].some(
              (record) => keyOf(unique, record).toLowerCase() === folded,
            );
          },
        },
      }),
    },
  ],
  'identity-provider': identityProvider,
};
