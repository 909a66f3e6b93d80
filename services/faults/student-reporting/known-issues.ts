/** The known issues of the error table of student-reporting section 7, each as a fault that brings it back. */
import { GatewayError } from '../../http/gateway-error.ts';
import { findingsOf } from '../../student-reporting/engine/examine.ts';
import type { Draft, Rule, Warning } from '../../student-reporting/families/family.ts';
import { disabilityCodes, languageCodes } from '../../student-reporting/families/reference-data.ts';
import { ageDigits, isOfType, typeSpecific, typeWarning } from '../../student-reporting/rules.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultTable } from '../fault.ts';
import { internalError } from '../gateway/bodies.ts';
import { failing, leftOut, listingNothing, ofFamily, withRule, type StudentChange } from './changes.ts';

const section7 = 'student-reporting section 7';

const isOfBothTypes = (draft: Draft): boolean => isOfType(draft, 'HEP') && isOfType(draft, 'VET');

/** A warning is missing. */
export const unwarned = (breaks: string, digits: string): FaultTable<StudentReportingStages>[string] => ({
  operation: 'students.create',
  breaks,
  describes: 'The warning is missing.',
  change: inArea('judgement', ({ warnings }) => ({
    warnings: (draft, circumstances) => warnings(draft, circumstances).filter((warning) => warning.digits !== digits),
  })),
});

/** A right value of a field is refused. */
const refusing = (
  family: string,
  rule: Omit<Rule, 'isBroken'>,
  isRefused: (value: unknown, today: string) => boolean,
): StudentChange =>
  ofFamily(family, withRule({ ...rule, isBroken: ({ values }, { today }) => isRefused(values[rule.field], today) }));

const effective = 'citizenship_effective_from_date';
// Section 7: reference data was updated. A service that was not updated with it refuses what came last
// (99 stands for no code in particular and is as old as the list).
const newestLanguage = languageCodes.at(-1);
const newestDisability = disabilityCodes.at(-2);

/** It is let pass in a POST of students, whose citizenships then are not stored. */
const correlationIdSpaces: StudentChange = ({ shape, keep }) => ({
  shape: {
    correlationId: (id, place) => {
      const read = shape.correlationId(id, place);
      const isLenient = place.isTop && place.kind.family.name === 'students' && place.purpose === 'create';
      return isLenient ? { ...read, wrong: read.wrong.filter(({ code }) => code !== 'surrounding_spaces') } : read;
    },
  },
  keep: {
    record: (examined, circumstances, parent) => {
      const { correlationId } = examined.item;
      const isSpaced = correlationId !== undefined && correlationId.trim() !== correlationId;
      const children = examined.children.filter(({ member }) => !isSpaced || member !== 'citizenships');
      return keep.record({ ...examined, children }, circumstances, parent);
    },
  },
});

export const knownIssues: FaultTable<StudentReportingStages> = {
  'known-issue.g2g-post-4xx': {
    breaks: `${section7}: a data validation fault answered 400 "G2G POST 4xx" was fixed.`,
    describes: 'A POST or PATCH with an invalid value returns 400 with a message that begins with "G2G POST 4xx".',
    touches: { aspects: ['input'] },
    change: inArea('keep', () => ({
      refuse: (examined) => {
        const fields = findingsOf(examined).map(({ field }) => field);
        throw new GatewayError(400, { code: 'g2g', detail: `G2G POST 4xx returned for ${fields.join(', ')}` });
      },
    })),
  },
  'known-issue.could-not-connect': {
    operation: 'students.create',
    breaks: `${section7}: 500 "Could not Connect to Endpoint" was fixed.`,
    describes: 'POST and PATCH on students return 500 "Could not Connect to Endpoint".',
    change: ofFamily(
      'students',
      failing(
        ['create', 'update'],
        () => new GatewayError(500, { code: 'endpoint_unavailable', detail: 'Could not Connect to Endpoint' }),
      ),
    ),
  },
  'known-issue.tac-offer-array-500': {
    since: '2.1.06',
    operation: 'courses-on-campus-tac-offers.create',
    breaks: `${section7}: the array form of a TAC offer POST failed with 500; it is refused with 400 (assumed).`,
    describes: 'The array form returns 500.',
    change: ofFamily(
      'courses-on-campus-tac-offers',
      failing(['create'], (kind, { body }) =>
        kind.form === 'object' && Array.isArray(body) ? internalError() : undefined,
      ),
    ),
  },
  'known-issue.disabilities-list-404': {
    operation: 'student-disabilities.list',
    breaks: `${section7}: the bulk GET of disabilities may return 404; the disabilities of an existing student are found.`,
    describes: 'The list of disabilities returns 404.',
    change: ofFamily(
      'student-disabilities',
      listingNothing(() => true),
    ),
  },
  'known-issue.citizenship-today-refused': {
    operation: 'student-citizenships.create',
    breaks: `${section7}: an effective-from date that equals today is not in the future.`,
    describes: 'Today is rejected as a date in the future.',
    change: refusing(
      'student-citizenships',
      { name: 'not-in-future', field: effective, digits: '10241', text: 'must not be in the future' },
      (value, today) => value === today,
    ),
  },
  'known-issue.citizenship-date-required': {
    operation: 'student-citizenships.create',
    breaks: 'student-reporting section 2: citizenship_effective_from_date is an optional date.',
    describes: 'A citizenship without the date is rejected.',
    change: refusing(
      'student-citizenships',
      { name: 'required', field: effective, digits: '10570', text: 'is required' },
      (value) => value === undefined,
    ),
  },
  'known-issue.correlation-id-spaces': {
    operation: 'students.create',
    breaks: 'student-reporting section 2: correlation_id must not carry leading or trailing spaces.',
    describes: 'A student POST with such a correlation_id is accepted, and its citizenships get no uid.',
    change: correlationIdSpaces,
  },
  'known-issue.tfn-warning-missing': unwarned(
    `${section7}: a student POST with a TFN is accepted with a warning.`,
    '10901',
  ),
  'known-issue.chessn-warning-missing': unwarned(
    `${section7}: a student POST with a CHESSN is accepted with a warning.`,
    '10902',
  ),
  'known-issue.address-warning-missing': unwarned(
    `${section7}: a student POST with address details is accepted with a warning.`,
    '10903',
  ),
  'known-issue.language-code-refused': {
    operation: 'students.create',
    breaks: 'student-reporting section 2: the language code is drawn from reference data.',
    describes: 'A valid language code is rejected.',
    change: refusing(
      'students',
      { name: 'code-list', field: 'language_spoken_at_home_code', digits: '10521', text: 'is not a valid code' },
      (value) => value === newestLanguage,
    ),
  },
  'known-issue.language-code-unchecked': {
    operation: 'students.create',
    breaks: 'student-reporting section 2: the language code is drawn from reference data.',
    describes: 'An invalid language code is accepted.',
    change: ofFamily('students', leftOut('language_spoken_at_home_code', 'code-list')),
  },
  'known-issue.disability-code-refused': {
    operation: 'student-disabilities.create',
    breaks: 'student-reporting section 2: the disability code is drawn from reference data.',
    describes: 'A valid disability code is rejected.',
    change: refusing(
      'student-disabilities',
      { name: 'code-list', field: 'disability_code', digits: '10546', text: 'is not a valid code' },
      (value) => value === newestDisability,
    ),
  },
  'known-issue.scholarship-patch-500': {
    operation: 'student-commonwealth-scholarships.update',
    breaks: `${section7}: PATCH of Commonwealth scholarships may error; it works.`,
    describes: 'PATCH of a scholarship returns 500.',
    change: ofFamily('student-commonwealth-scholarships', failing(['update'], internalError)),
  },
  'known-issue.both-types-warned': {
    operation: 'students.create',
    breaks: `${section7}: a student of both types has no warning for type-specific fields.`,
    describes: 'A student of both types has a warning for each type-specific field.',
    change: ofFamily(
      'students',
      inArea('judgement', ({ warnings }) => ({
        warnings: (draft, circumstances) => {
          const right = warnings(draft, circumstances);
          if (!isOfBothTypes(draft)) return right;
          const added = typeSpecific.filter(([field]) => draft.gives(field)).map(typeWarning);
          const isOfAge = ({ digits }: Warning): boolean => digits === ageDigits;
          return [...right.filter((warning) => !isOfAge(warning)), ...added, ...right.filter(isOfAge)];
        },
      })),
    ),
  },
};
