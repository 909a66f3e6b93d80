import { compareVersions } from '../../model/version.ts';
import { definitionOf } from '../../student-reporting/definition.ts';
import { modelOf, type Kind } from '../../student-reporting/engine/model.ts';
import { helpBalancePlace } from '../../student-reporting/engine/operations.ts';
import type { Form } from '../../student-reporting/families/family.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { describing, eachOperation, withDefinition, withVersion } from '../about.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';

const service = 'student-reporting';
const section9 = 'student-reporting section 9';

/** The POST of TAC offers takes the form that the fault says. */
const tacOfferForm = (formOf: (kind: Kind, body: unknown) => Form): FaultChange<StudentReportingStages> =>
  inArea('write', ({ create }) => ({
    create: (kind, exchange) =>
      create(
        kind.family.name === 'courses-on-campus-tac-offers' ? { ...kind, form: formOf(kind, exchange.body) } : kind,
        exchange,
      ),
  }));

function otherSide(version: string): string {
  return compareVersions(version, '2.1.06') < 0 ? '2.1.06' : '2.1.05';
}

/** The whole of another version, which says so: what was deployed is not what was meant. */
const deployed = (
  version: string,
  lifetime: Pick<Seed<StudentReportingStages>, 'sparing'>,
): Seed<StudentReportingStages> => ({
  id: `student-reporting.version.deployed-${version}`,
  what: 'version.deployed',
  service,
  ...lifetime,
  breaks: `${section9}: the address serves the specification version that it stands for.`,
  describes: `The service is of version ${version}, and says so.`,
  change: (inner) => ({
    about: {
      describe: () => ({ ...inner.about.describe(), api_version: version }),
      definition: () => definitionOf(version),
    },
    model: modelOf(version),
  }),
});

/** The service behaves as another version than the one that it announces; `where` it shows. */
const asVersion = (
  version: string,
  where: Pick<Seed<StudentReportingStages>, 'since' | 'until' | 'sparing'>,
): Seed<StudentReportingStages> => ({
  id: `student-reporting.version.as-${version}`,
  what: 'version.as',
  service,
  ...where,
  breaks: `${section9}: the service behaves as the specification version it announces.`,
  describes: `The service behaves as ${version}.`,
  change: () => ({ model: modelOf(version) }),
});

/** What 3.0.8 brought to one family is not there: that family alone was never rolled out. */
const familyBefore = (family: string): Seed<StudentReportingStages> => ({
  id: `student-reporting.version.${family}-as-before`,
  what: 'version.family-as-before',
  service,
  since: '3.0.8',
  breaks: `${section9}: the service behaves as the specification version it announces.`,
  describes: `The ${family} are those of 2.1.06, without the members that 3.0.8 brought.`,
  touches: { aspects: ['success', 'versions', 'lifecycle'] },
  change: ({ model: { kind } }) => ({
    model: { kind: (name) => (name === family ? modelOf('2.1.06').kind(name) : kind(name)) },
  }),
});

/** Faults of a service that is not of the version that it announces. */
export const versionFaults: readonly Seed<StudentReportingStages>[] = [
  ...['2.1.05', '2.1.06', '3.0.8', '4.0.1'].map((version) => deployed(version, { sparing: [version] })),
  {
    id: 'student-reporting.version.tac-offer-array-form',
    service,
    operation: 'courses-on-campus-tac-offers.create',
    breaks: `student-reporting section 4 and ${section9}: the TAC offer POST takes one object (an array before 2.1.06, assumed).`,
    describes: 'The POST takes the form of the other side of the change: an array from 2.1.06, an object in 2.1.05.',
    change: tacOfferForm(({ form }) => (form === 'array' ? 'object' : 'array')),
  },
  {
    id: 'student-reporting.version.tac-offer-both-forms',
    service,
    operation: 'courses-on-campus-tac-offers.create',
    breaks:
      'student-reporting section 4: the TAC offer POST takes one object, not an array; the other form is refused (assumed).',
    describes: 'Both forms are accepted.',
    change: tacOfferForm((_kind, body) => (Array.isArray(body) ? 'array' : 'object')),
  },
  {
    id: 'student-reporting.version.tac-offers-one-alone',
    service,
    operation: 'courses-on-campus-tac-offers.create',
    until: '2.1.05',
    breaks: `student-reporting section 7 and ${section9}: several TAC offers could be posted in the old array form (assumed).`,
    describes: 'An array of more than one TAC offer is refused.',
    change: tacOfferForm(({ form }, body) => (Array.isArray(body) && body.length > 1 ? 'object' : form)),
  },
  {
    id: 'student-reporting.version.tac-offers-first-only',
    service,
    operation: 'courses-on-campus-tac-offers.create',
    until: '2.1.05',
    breaks: `student-reporting section 7 and ${section9}: several TAC offers could be posted in the old array form (assumed).`,
    describes: 'Of an array of TAC offers the first one is taken, and nothing is said of the others.',
    change: inArea('write', ({ create }) => ({
      create: (kind, exchange) =>
        create(
          kind,
          kind.family.name === 'courses-on-campus-tac-offers' && Array.isArray(exchange.body)
            ? { ...exchange, body: exchange.body.slice(0, 1) }
            : exchange,
        ),
    })),
  },
  asVersion('2.1.05', { since: '2.1.06' }),
  asVersion('2.1.06', { sparing: ['2.1.06'] }),
  asVersion('3.0.8', { until: '2.1.06' }),
  asVersion('4.0.1', { until: '2.1.06' }),
  familyBefore('units-of-study'),
  familyBefore('unit-enrolments'),
  familyBefore('loans'),
  {
    id: 'student-reporting.version.definition-version-wrong',
    service,
    operation: 'definition.read',
    breaks: `${section9}: the machine-readable definition aligns with the tested version.`,
    describes: 'info.version of /openapi.json is 9.9.9.',
    change: withDefinition((definition) => withVersion(definition, '9.9.9')),
  },
  {
    id: 'student-reporting.version.definition-of-other-version',
    service,
    operation: 'definition.read',
    breaks: `${section9}: the machine-readable definition aligns with the tested version.`,
    describes:
      '/openapi.json names the tested version, but its contents are those of the other side of the TAC offer change.',
    change: withDefinition(({ info: { version } }) => definitionOf(otherSide(version), version)),
  },
  {
    id: 'student-reporting.version.announced-version-wrong',
    service,
    operation: 'service.read',
    breaks: 'The service announces the specification version of the instance (assumed).',
    describes: 'api_version is 9.9.9.',
    change: describing({ api_version: '9.9.9' }),
  },
  {
    id: 'student-reporting.version.loan-status-missing',
    service,
    since: '3.0.8',
    operation: 'loans.read',
    breaks: `${section9}: 3.0.8 changes loans; reads carry loan_status_code (assumed).`,
    describes: 'Reads of loans do not carry loan_status_code.',
    change: inArea('results', ({ show }) => ({
      show: (field, record, kind) => (field.name === 'loan_status_code' ? undefined : show(field, record, kind)),
    })),
  },
  {
    id: 'student-reporting.version.help-balance-date-missing',
    service,
    since: '3.0.8',
    operation: 'help-balance.read',
    breaks: `${section9}: 3.0.8 changes the HELP balance; it carries help_balance_as_at_date (assumed).`,
    describes: 'The HELP balance does not carry help_balance_as_at_date.',
    change: inArea('balance', () => ({ asAt: () => undefined })),
  },
  {
    id: 'student-reporting.version.api-name-missing',
    service,
    operation: 'service.read',
    breaks: 'The service gives its name (assumed).',
    describes: 'api_name is missing.',
    change: describing({ api_name: undefined }),
  },
  {
    id: 'student-reporting.version.definition-operation-missing',
    service,
    operation: 'definition.read',
    breaks: `${section9}: the machine-readable definition has every operation.`,
    describes: '/openapi.json has no path for the HELP balance, and no PATCH.',
    change: withDefinition((definition) =>
      eachOperation(definition, (operation, method) =>
        method === 'patch' || operation['operationId'] === helpBalancePlace.name ? undefined : operation,
      ),
    ),
  },
];
