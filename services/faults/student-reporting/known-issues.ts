import { GatewayError } from '../../http/gateway-error.ts';
import { findingsOf } from '../../student-reporting/engine/examine.ts';
import type { Draft, Warning } from '../../student-reporting/families/family.ts';
import { disabilityCodes, languageCodes } from '../../student-reporting/families/reference-data.ts';
import {
  ageDigits,
  isOfType,
  typeSpecific,
  typeWarning,
  unverified,
} from '../../student-reporting/rules/student-warnings.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';
import { internalError } from '../gateway/internal-error.ts';
import { failing, leftOut, listingNothing, typeRefused, withoutWarning, withRule, withRules } from './changes.ts';

const service = 'student-reporting';
const section7 = 'student-reporting section 7';

type Change = FaultChange<StudentReportingStages>;

const isOfBothTypes = (draft: Draft): boolean => isOfType(draft, 'HEP') && isOfType(draft, 'VET');

function unverifiedRefused(name: string): Change {
  const rules = unverified
    .filter(({ names }) => names === name)
    .map(({ names, digits, fields }) => ({
      name: 'verified',
      field: names,
      digits,
      text: 'could not be verified',
      isBroken: ({ purpose, gives }: Draft) => purpose === 'create' && fields.some(gives),
    }));
  return withRules('students', rules);
}

/** What could not be verified is accepted with a warning: the warning is missing, or the student is refused. */
const unverifiedIssues = (
  name: string,
  what: string,
  field: string,
  isWarning: (warning: Warning) => boolean,
): readonly Seed<StudentReportingStages>[] => {
  const both = {
    service,
    operation: 'students.create',
    breaks: `${section7}: a student POST with ${what} is accepted with a warning.`,
  } as const;
  return [
    {
      ...both,
      id: `student-reporting.known-issue.${name}-warning-missing`,
      describes: 'The warning is missing.',
      change: withoutWarning(isWarning),
    },
    {
      ...both,
      id: `student-reporting.known-issue.${name}-refused`,
      describes: 'The student is refused.',
      change: unverifiedRefused(field),
    },
  ];
};

// Section 7: reference data was updated. A service that was not updated with it refuses what came last
// (99 stands for no code in particular and is as old as the list).
const newestLanguage = languageCodes.at(-1);
const newestDisability = disabilityCodes.at(-2);

const isSpaced = (id: string | undefined): boolean => id !== undefined && id.trim() !== id;

/** It is let pass in a POST of students, whose citizenships then are not stored. */
const correlationIdSpaces: Change = ({ shape, keep }) => ({
  shape: {
    correlationId: (id, place) => {
      const read = shape.correlationId(id, place);
      const isLenient = place.isTop && place.kind.family.name === 'students' && place.purpose === 'create';
      return isLenient ? { ...read, wrong: read.wrong.filter(({ code }) => code !== 'surrounding_spaces') } : read;
    },
  },
  keep: {
    record: (examined, circumstances, parent) => {
      const children = isSpaced(examined.item.correlationId)
        ? examined.children.filter(({ member }) => member !== 'citizenships')
        : examined.children;
      return keep.record({ ...examined, children }, circumstances, parent);
    },
  },
});

/** The known issues of the error table of student-reporting section 7, each as a fault that brings it back. */
export const knownIssues: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.known-issue.g2g-post-4xx',
    service,
    breaks: `${section7}: a data validation fault answered 400 "G2G POST 4xx" was fixed.`,
    describes: 'A POST or PATCH with a data validation fault is answered 400 with a message beginning "G2G POST 4xx".',
    touches: { aspects: ['input'] },
    change: inArea('keep', () => ({
      refuse: (examined) => {
        const fields = findingsOf(examined).map(({ field }) => field);
        throw new GatewayError(400, { code: 'g2g', detail: `G2G POST 4xx returned for ${fields.join(', ')}` });
      },
    })),
  },
  {
    id: 'student-reporting.known-issue.could-not-connect',
    service,
    operation: 'students.create',
    breaks: `${section7}: 500 "Could not Connect to Endpoint" was fixed.`,
    describes: 'POST and PATCH on students are answered 500 "Could not Connect to Endpoint".',
    change: failing(
      'students',
      ['create', 'update'],
      () => new GatewayError(500, { code: 'endpoint_unavailable', detail: 'Could not Connect to Endpoint' }),
    ),
  },
  {
    id: 'student-reporting.known-issue.tac-offer-array-500',
    service,
    since: '2.1.06',
    operation: 'courses-on-campus-tac-offers.create',
    breaks: `${section7}: the array form of a TAC offer POST failed with 500; it is refused with 400 (assumed).`,
    describes: 'The array form is answered 500.',
    change: failing('courses-on-campus-tac-offers', ['create'], (kind, { body }) =>
      kind.form === 'object' && Array.isArray(body) ? internalError() : undefined,
    ),
  },
  {
    id: 'student-reporting.known-issue.disabilities-list-404',
    service,
    operation: 'student-disabilities.list',
    breaks: `${section7}: the bulk GET of disabilities may return 404; the disabilities of an existing student are found.`,
    describes: 'The list of disabilities is answered 404.',
    change: listingNothing('student-disabilities', () => true),
  },
  {
    id: 'student-reporting.known-issue.disabilities-empty-404',
    service,
    operation: 'student-disabilities.list',
    breaks: `${section7}: the bulk GET of disabilities may return 404; without any it is an empty array (assumed).`,
    describes: 'The list is answered 404 when the student has no disability.',
    change: listingNothing('student-disabilities', ({ length }) => length === 0),
  },
  {
    id: 'student-reporting.known-issue.citizenship-today-refused',
    service,
    operation: 'student-citizenships.create',
    breaks: `${section7}: an effective-from date that equals today is not in the future.`,
    describes: 'Today is refused as a date in the future.',
    change: withRule('student-citizenships', {
      name: 'not-in-future',
      field: 'citizenship_effective_from_date',
      digits: '10241',
      text: 'must not be in the future',
      isBroken: ({ values }, { today }) => values['citizenship_effective_from_date'] === today,
    }),
  },
  {
    id: 'student-reporting.known-issue.citizenship-date-required',
    service,
    operation: 'student-citizenships.create',
    breaks: 'student-reporting section 2: citizenship_effective_from_date is an optional date.',
    describes: 'A citizenship without the date is refused.',
    change: withRule('student-citizenships', {
      name: 'required',
      field: 'citizenship_effective_from_date',
      digits: '10570',
      text: 'is required',
      isBroken: ({ values }) => values['citizenship_effective_from_date'] === undefined,
    }),
  },
  {
    id: 'student-reporting.known-issue.correlation-id-spaces',
    service,
    operation: 'students.create',
    breaks: 'student-reporting section 2: correlation_id must not carry leading or trailing spaces.',
    describes: 'A student POST with such a correlation_id is accepted, and its citizenships get no uid.',
    change: correlationIdSpaces,
  },
  ...unverifiedIssues('tfn', 'a TFN', 'tfn', ({ field, digits }) => field === 'tfn' && digits === '10901'),
  ...unverifiedIssues('chessn', 'a CHESSN', 'chessn', ({ digits }) => digits === '10902'),
  ...unverifiedIssues('address', 'address details', 'residential_address', ({ digits }) => digits === '10903'),
  {
    id: 'student-reporting.known-issue.language-code-refused',
    service,
    operation: 'students.create',
    breaks: 'student-reporting section 2: the language code is drawn from reference data.',
    describes: 'A valid language code is refused.',
    change: withRule('students', {
      name: 'code-list',
      field: 'language_spoken_at_home_code',
      digits: '10521',
      text: 'is not a valid code',
      isBroken: ({ values }) => values['language_spoken_at_home_code'] === newestLanguage,
    }),
  },
  {
    id: 'student-reporting.known-issue.language-code-unchecked',
    service,
    operation: 'students.create',
    breaks: 'student-reporting section 2: the language code is drawn from reference data.',
    describes: 'An invalid language code is accepted.',
    change: leftOut('students', 'language_spoken_at_home_code', 'code-list'),
  },
  {
    id: 'student-reporting.known-issue.disability-code-refused',
    service,
    operation: 'student-disabilities.create',
    breaks: 'student-reporting section 2: the disability code is drawn from reference data.',
    describes: 'A valid disability code is refused.',
    change: withRule('student-disabilities', {
      name: 'code-list',
      field: 'disability_code',
      digits: '10546',
      text: 'is not a valid code',
      isBroken: ({ values }) => values['disability_code'] === newestDisability,
    }),
  },
  {
    id: 'student-reporting.known-issue.disability-code-unchecked',
    service,
    operation: 'student-disabilities.create',
    breaks: 'student-reporting section 2: the disability code is drawn from reference data.',
    describes: 'An invalid disability code is accepted.',
    change: leftOut('student-disabilities', 'disability_code', 'code-list'),
  },
  {
    id: 'student-reporting.known-issue.scholarship-patch-500',
    service,
    operation: 'student-commonwealth-scholarships.update',
    breaks: `${section7}: PATCH of Commonwealth scholarships may error; it works.`,
    describes: 'PATCH of a scholarship is answered 500.',
    change: failing('student-commonwealth-scholarships', ['update'], internalError),
  },
  {
    id: 'student-reporting.known-issue.both-types-warned',
    service,
    operation: 'students.create',
    breaks: `${section7}: a student of both types has no warning for type-specific fields.`,
    describes: 'A student of both types has a warning for each type-specific field.',
    change: inArea('judgement', ({ warnings }) => ({
      warnings: (draft, circumstances) => {
        const right = warnings(draft, circumstances);
        if (circumstances.kind.family.name !== 'students' || !isOfBothTypes(draft)) return right;
        const added = typeSpecific.filter(([field]) => draft.gives(field)).map(typeWarning);
        const isOfAge = ({ digits }: Warning): boolean => digits === ageDigits;
        return [...right.filter((warning) => !isOfAge(warning)), ...added, ...right.filter(isOfAge)];
      },
    })),
  },
  {
    id: 'student-reporting.known-issue.both-types-refused',
    service,
    operation: 'students.create',
    breaks: `${section7}: a student of both types has no error for type-specific fields.`,
    describes: 'A student of both types with a type-specific field is refused.',
    change: withRules(
      'students',
      typeSpecific.map(([field]) => typeRefused(field, (draft) => isOfBothTypes(draft))),
    ),
  },
];
