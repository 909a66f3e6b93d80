/** Faults of a service that is not of the version that it announces. */
import { definitionOf } from '../../student-reporting/definition.ts';
import { modelOf } from '../../student-reporting/engine/model.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { specVersions } from '../../services.ts';
import { describing, withDefinition } from '../about.ts';
import { inArea, type FaultTable } from '../fault.ts';
import { ofFamily, type StudentChange } from './changes.ts';
import { compareVersions } from '../../model/version.ts';
import type { Form } from '../../student-reporting/families/family.ts';

const section9 = 'student-reporting section 9';

/** The whole of another version, which says so: another version was deployed than was meant. */
const deployed = (version: string): FaultTable<StudentReportingStages>[string] => ({
  what: 'version.deployed',
  sparing: [version],
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

/** The POST of TAC offers takes the form that the fault says. */
const tacOfferForm = (formOf: (form: Form, body: unknown) => Form): StudentChange =>
  ofFamily(
    'courses-on-campus-tac-offers',
    inArea('write', ({ create }) => ({
      create: (kind, exchange) => create({ ...kind, form: formOf(kind.form, exchange.body) }, exchange),
    })),
  );

export const versionFaults: FaultTable<StudentReportingStages> = {
  ...Object.fromEntries(
    specVersions['student-reporting'].map((version) => [`version.deployed-${version}`, deployed(version)]),
  ),
  'version.as-2.1.06': {
    what: 'version.as',
    sparing: ['2.1.06'],
    breaks: `${section9}: the service behaves as the specification version it announces.`,
    describes: 'The service behaves as 2.1.06.',
    change: () => ({ model: modelOf('2.1.06') }),
  },
  'version.tac-offer-both-forms': {
    operation: 'courses-on-campus-tac-offers.create',
    breaks:
      'student-reporting section 4: the TAC offer POST takes one object, not an array; the other form is refused (assumed).',
    describes: 'Both forms are accepted.',
    change: tacOfferForm((_form, body) => (Array.isArray(body) ? 'array' : 'object')),
  },
  'version.definition-of-other-version': {
    operation: 'definition.read',
    breaks: `${section9}: the machine-readable definition aligns with the tested version.`,
    describes: '/openapi.json names the tested version but describes TAC offers of another version.',
    change: withDefinition(({ info: { version } }) =>
      definitionOf(compareVersions(version, '2.1.06') < 0 ? '2.1.06' : '2.1.05', version),
    ),
  },
  'version.tac-offers-one-alone': {
    operation: 'courses-on-campus-tac-offers.create',
    until: '2.1.05',
    breaks: `student-reporting section 7 and ${section9}: several TAC offers could be posted in the old array form (assumed).`,
    describes: 'An array with more than one TAC offer is rejected.',
    change: tacOfferForm((form, body) => (Array.isArray(body) && body.length > 1 ? 'object' : form)),
  },
  'version.definition-version-wrong': {
    operation: 'definition.read',
    breaks: `${section9}: the machine-readable definition aligns with the tested version.`,
    describes: 'info.version of /openapi.json is 9.9.9.',
    change: withDefinition((definition) => ({ ...definition, info: { ...definition.info, version: '9.9.9' } })),
  },
  'version.loan-status-missing': {
    since: '3.0.8',
    operation: 'loans.read',
    breaks: `${section9}: 3.0.8 changes loans; reads carry loan_status_code (assumed).`,
    describes: 'Reads of loans do not have loan_status_code.',
    change: inArea('results', ({ show }) => ({
      show: (field, record, kind) => (field.name === 'loan_status_code' ? undefined : show(field, record, kind)),
    })),
  },
  'version.help-balance-date-missing': {
    since: '3.0.8',
    operation: 'help-balance.read',
    breaks: `${section9}: 3.0.8 changes the HELP balance; it carries help_balance_as_at_date (assumed).`,
    describes: 'The HELP balance does not have help_balance_as_at_date.',
    change: inArea('balance', () => ({ asAt: () => undefined })),
  },
  'version.api-name-missing': {
    operation: 'service.read',
    breaks: 'The service gives its name (assumed).',
    describes: 'api_name is missing.',
    change: describing({ api_name: undefined }),
  },
};
