import { asking, type Call } from '../http/message.ts';
import { notFound } from '../http/gateway-error.ts';
import { isLongerThan } from '../model/checks.ts';
import type { Field } from '../model/field.ts';
import { compareVersions } from '../model/version.ts';
import type { Change } from '../stages.ts';
import { compileModel } from '../student-reporting/engine/model.ts';
import { pageHeader, sizeHeader, unusableHeader } from '../student-reporting/engine/pagination.ts';
import type { Family, Paging, Rule } from '../student-reporting/families/family.ts';
import { families } from '../student-reporting/families/index.ts';
import { helpBalance } from '../student-reporting/families/enrolment-families.ts';
import type { StudentReportingStages } from '../student-reporting/service.ts';
import { commonPlaces } from '../instance.ts';
import {
  type Answer,
  type Layer,
  type Otherwise,
  type OtherwiseTable,
  acceptIgnored,
  codeOf,
  isDenied,
  isSuccess,
  list,
  mediaType,
  member,
  members,
  paths,
  requestHeader,
  responseHeader,
  status,
  text,
  encodingIgnored,
} from './wire.ts';

const service = 'student-reporting';

type StudentChange = Change<StudentReportingStages>;

const layer = (made: Layer): Otherwise => ({ layers: { [service]: made } });
const change = (made: StudentChange): Otherwise => ({ changes: { [service]: made } });
const fault = (...ids: readonly string[]): Otherwise => ({ faults: ids.map((id) => `${service}.${id}`) });

/** Some stages of one area in place of its own. */
const inArea =
  <Stages, Area extends keyof Stages>(
    name: Area,
    made: (inner: Stages[Area], all: Stages) => Partial<Stages[Area]>,
  ): Change<Stages> =>
  (inner, all) => {
    const changed: { -readonly [Name in keyof Stages]?: Partial<Stages[Name]> } = {};
    changed[name] = made(inner[name], all);
    return changed;
  };

const area = <Area extends keyof StudentReportingStages>(
  name: Area,
  made: (inner: StudentReportingStages[Area], all: StudentReportingStages) => Partial<StudentReportingStages[Area]>,
): Otherwise => change(inArea<StudentReportingStages, Area>(name, made));

/** The same service with families that are different. */
const withFamilies = (other: (family: Family) => Family): Otherwise =>
  change(({ model }) => ({ model: compileModel(model.version, families.map(other)) }));

const field = (family: string, name: string, other: (field: Field) => Field): Otherwise =>
  withFamilies((one) =>
    one.name === family
      ? { ...one, fields: one.fields.map((known) => (known.name === name ? other(known) : known)) }
      : one,
  );

const codes = (family: string, name: string, answer: Answer): Otherwise =>
  field(family, name, (known) => ({ ...known, codes: list(answer) }) as Field);

const since = (family: string, names: readonly string[], answer: Answer): Otherwise =>
  withFamilies((one) =>
    one.name === family
      ? {
          ...one,
          fields: one.fields.map((known) => (names.includes(known.name) ? { ...known, since: text(answer) } : known)),
        }
      : one,
  );

const paged = (other: (family: Family) => Paging | undefined): Otherwise =>
  withFamilies((family) => {
    const { paging: _paging, ...rest } = family;
    const paging = other(family);
    return paging === undefined ? rest : { ...rest, paging };
  });

/** Without the rules of these names. */
const without = (...names: readonly string[]): Otherwise =>
  area('judgement', ({ rules }) => ({
    rules: (kind) => rules(kind).filter((rule: Rule) => !names.includes(rule.name)),
  }));

const unchecked = (...names: readonly string[]): Otherwise =>
  area('judgement', (inner) => ({
    field: (bound, given, circumstances) =>
      inner.field(bound, given, circumstances).filter((reason) => !names.includes(reason.name)),
  }));

const isOfRecords = (path: string): boolean => commonPlaces.every((place) => place.path !== path);

const ends = (): Otherwise =>
  area('paging', ({ marks }) => ({
    marks: (...asked) => {
      const { current, total, next = 0, previous = 0 } = marks(...asked);
      return { current, total, next, previous };
    },
  }));

const path = (own: string) => (answer: Answer) => layer(paths([own], [text(answer)]));

const pathsOf =
  (name: string) =>
  (answer: Answer): Otherwise => {
    const family = families.find((one) => one.name === name);
    const collection = family?.path ?? '';
    const own = family?.isSingle ? [collection] : [collection, `${collection}/{${family?.uid ?? ''}}`];
    const more = name === 'loans' ? [family?.listedBelow?.path ?? ''] : [];
    // Where TAC offers are posted, is shown.
    const isShown = ({ method }: Call): boolean => name === 'courses-on-campus-tac-offers' && method === 'POST';
    return layer(paths([...own, ...more], list(answer), isShown));
  };

const listPath = (name: string): string => families.find((one) => one.name === name)?.listedBelow?.path ?? '';

const bare: OtherwiseTable = {
  'access.header': (answer) => layer(requestHeader('access-token', text(answer))),
  'access.scheme': (answer) =>
    layer(requestHeader('access-token', 'access-token', (value) => afterScheme(text(answer), value))),
  'access.query-refused': () =>
    layer({
      ask: (call) =>
        asking(call, {
          header: (name) => call.header(name) ?? (name === 'access-token' ? tokenIn(call.query) : undefined),
        }),
    }),
  'statuses.success': (answer) =>
    layer(
      status(
        (reply, { path: asked }) => isOfRecords(asked) && isSuccess(reply),
        ({ method }) => list(member(answer, method === 'HEAD' ? 'GET' : method) ?? [])[0],
      ),
    ),
  'statuses.validation': (answer) =>
    layer(
      status(
        (reply) => reply.status === 200 && isDenied(reply),
        () => list(answer)[0],
      ),
    ),
  'statuses.shape': (answer) =>
    layer(
      status(
        (reply) => reply.status === 400 && codeOf(reply) !== 'invalid_header',
        () => list(answer)[0],
      ),
    ),
  'statuses.unavailable': (answer) =>
    layer(
      status(
        (reply) => reply.status === 503,
        () => list(answer)[0],
      ),
    ),
  'statuses.access': (answer) =>
    layer(
      status(
        (reply) => reply.status === 401,
        () => list(answer)[0],
      ),
    ),
  'envelope.request': (answer) => layer(members({ correlation_id: text(member(answer, 'correlation')) }, 'both')),
  'envelope.response': (answer) => layer(members(answer as Readonly<Record<string, string>>, 'replies')),
  'envelope.array-families': (answer) =>
    withFamilies((family) => {
      const form = member(answer, family.name);
      return form === undefined ? family : withForm(family, form);
    }),
  'correlation.spaces-refused': () =>
    area('shape', ({ correlationId }) => ({
      correlationId: (sent, place) => {
        const { id, wrong } = correlationId(sent, place);
        return { id, wrong: wrong.filter(({ code }) => code !== 'surrounding_spaces') };
      },
    })),
  'correlation.required': () => fault('envelope.correlation-id-optional'),
  'correlation.maximum-length': (answer) =>
    area('shape', ({ correlationId }) => ({
      correlationId: (id, place) => {
        const read = correlationId(id, place);
        return typeof id === 'string' && read.wrong.length === 0 && isLongerThan(id, Number(answer))
          ? {
              id: read.id,
              wrong: [{ code: 'too_long', detail: `correlation_id must have at most ${text(answer)} characters.` }],
            }
          : read;
      },
    })),
  'errors.identifier-form': () => area('results', () => ({ identifier: ({ digits }) => digits })),
  'media.json': (answer) => layer(mediaType(text(answer))),
  'limits.body': (answer) => area('gateway', () => ({ bodyLimit: Number(answer) })),
  'media.not-acceptable': () => change(acceptIgnored),
  'media.encodings': () => change(encodingIgnored),
  'json.unknown-members': () => fault('shape.unknown-member-accepted'),
  'json.duplicate-members': () => fault('shape.duplicate-names-accepted'),
  'description.path': path('/'),
  'definition.path': path('/openapi.json'),
  ...Object.fromEntries(families.map(({ name }) => [`${name}.paths`, pathsOf(name)])),
  'unit-enrolments.list-path': path(listPath('unit-enrolments')),
  'help-balance.path': path(helpBalance.path),
  'fields.numbers': () => unchecked('negative', 'decimals'),
  'fields.references': () => unchecked('reference'),
  'dates.zone': (answer) => area('judgement', () => ({ zone: text(answer) })),
  'dates.order': () => without('order'),
  'students.types-member': (answer) => codes('students', 'student_types', member(answer, 'student_types')),
  'citizenships.codes': (answer) => codes('student-citizenships', 'citizen_resident_code', answer),
  'citizenships.not-before-birth': () => without('not-before-birth'),
  'citizenships.ascending': () => without('after-existing'),
  'disabilities.reference-data': (answer) => codes('student-disabilities', 'disability_code', answer),
  'languages.reference-data': (answer) => codes('students', 'language_spoken_at_home_code', answer),
  'tac-offers.codes': (answer) => codes('courses-on-campus-tac-offers', 'tac_offer_code', answer),
  'tac-offers.single-object-since': (answer) =>
    withFamilies((family) =>
      family.name === 'courses-on-campus-tac-offers'
        ? { ...family, form: (version) => (compareVersions(version, text(answer)) < 0 ? 'array' : 'object') }
        : family,
    ),
  'unit-enrolments.changes-3.0.8': (answer) =>
    since('unit-enrolments', ['course_assurance_indicator', 'recognition_of_prior_learning_code'], answer),
  'unit-enrolments.census-date-fixed-since': (answer) =>
    area('judgement', ({ rules }, { model }) => ({
      rules: (kind) =>
        rules(kind).filter(({ name }) => name !== 'fixed' || compareVersions(model.version, text(answer)) >= 0),
    })),
  'units-of-study.changes-3.0.8': (answer) =>
    since('units-of-study', ['unit_of_study_effective_from_date', 'unit_of_study_effective_to_date'], answer),
  'loans.changes-3.0.8': (answer) => since('loans', ['loan_status_code'], answer),
  'help-balance.changes-3.0.8': (answer) =>
    area('balance', ({ asAt }, { model }) => ({
      asAt: () => (compareVersions(model.version, text(answer)) < 0 ? undefined : asAt()),
    })),
  'lifecycle.referred-to': () => area('keep', () => ({ reasonToStay: () => undefined })),
  'pagination.request-page-header': (answer) => layer(requestHeader(pageHeader, text(answer))),
  'pagination.request-size-header': (answer) => layer(requestHeader(sizeHeader, text(answer))),
  ...Object.fromEntries(
    ['current-page', 'next-page', 'previous-page', 'total-pages'].map((name) => [
      `pagination.response-${name.split('-')[0] ?? ''}-header`,
      (answer: Answer) => layer(responseHeader(`tcsi-pagination-${name}`, text(answer))),
    ]),
  ),
  // One header alone is as none.
  'pagination.one-header-enables': () =>
    area('paging', ({ ask }) => ({
      ask: (call, family) => {
        const isWhole = [pageHeader, sizeHeader].every((name) => call.header(name) !== undefined);
        const bare = (name: string): string | undefined =>
          name === pageHeader || name === sizeHeader ? undefined : call.header(name);
        return ask(isWhole ? call : asking(call, { header: bare }), family);
      },
    })),
  'pagination.empty': (answer) =>
    area('paging', ({ marks }) => ({
      marks: (records, ...asked) => {
        const made = marks(records, ...asked);
        return records === 0 ? { ...made, total: Number(list(answer)[0]) } : made;
      },
    })),
  'pagination.ends': ends,
  'pagination.over-cap': () =>
    area('paging', ({ ask }) => ({
      ask: (call, family) => {
        const size = Number(call.header(sizeHeader) ?? 0);
        if (family.paging?.isEnforced === true && size > family.paging.maxSize)
          throw unusableHeader(sizeHeader, 'is too large');
        return ask(call, family);
      },
    })),
  'pagination.past-the-end': () =>
    area('paging', ({ marks }) => ({
      marks: (records, asked, family) => {
        const made = marks(records, asked, family);
        if (asked.page > 1 && asked.page > (made.total ?? 0)) throw notFound();
        return made;
      },
    })),
  'pagination.bad-values-refused': () =>
    fault(...families.flatMap(({ name, paging }) => (paging ? [`pagination.${name}.page-zero-accepted`] : []))),
  'pagination.elsewhere': (answer) =>
    paged(({ name, paging }) => {
      const said = paging?.isEnforced === true ? undefined : member(answer, name);
      if (said === undefined) return paging;
      return said === 'none' ? undefined : { isEnforced: false, maxSize: paging?.maxSize ?? 1000 };
    }),
};

function withForm(family: Family, form: unknown): Family {
  return { ...family, form: () => (form === 'items' ? 'array' : 'object') };
}

/** Schemes are compared without regard to case (RFC 9110, section 11.1). */
export function afterScheme(scheme: string, value: string): string | undefined {
  const [first = '', ...rest] = value.split(/ +/);
  return first.toLowerCase() === scheme.toLowerCase() && rest.length === 1 ? rest[0] : undefined;
}

export function tokenIn(query: string): string | undefined {
  return new URLSearchParams(query).get('access_token') ?? undefined;
}

export const studentAnswers: OtherwiseTable = Object.fromEntries(
  Object.entries(bare).map(([point, made]) => [`${service}.${point}`, made]),
);
