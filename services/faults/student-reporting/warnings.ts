import {
  ageDigits,
  isOfType,
  typeDigits,
  typeSpecific,
  typeWarning,
  unverified,
  verificationWarning,
} from '../../student-reporting/rules/student-warnings.ts';
import type { ItemResult } from '../../student-reporting/engine/results.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type Seed } from '../fault.ts';
import { typeRefused, withoutWarning, withRules } from './changes.ts';

const service = 'student-reporting';

function withoutMessages({ messages: _messages, ...others }: ItemResult): ItemResult {
  return others;
}

/** Faults of the warnings of students. */
export const warningFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.warnings.age-missing',
    service,
    operation: 'students.create',
    breaks: 'A date of birth more than 100 years ago has a warning (assumed).',
    describes: 'The warning is missing.',
    change: withoutWarning(({ digits }) => digits === ageDigits),
  },
  {
    id: 'student-reporting.warnings.type-specific-missing',
    service,
    operation: 'students.create',
    breaks: 'A type-specific field of a student who is not of that type has a warning (assumed).',
    describes: 'The warning is missing.',
    change: withoutWarning(({ digits }) => digits === typeDigits),
  },
  {
    id: 'student-reporting.warnings.type-specific-refused',
    service,
    operation: 'students.create',
    breaks: 'A type-specific field of a student who is not of that type is stored with a warning (assumed).',
    describes: 'The student is refused.',
    change: withRules(
      'students',
      typeSpecific.map(([field, type]) => typeRefused(field, (draft) => !isOfType(draft, type))),
    ),
  },
  ...(['street', 'suburb', 'state', 'country_code', 'postcode'] as const).map(
    (detail): Seed<StudentReportingStages> => ({
      id: `student-reporting.warnings.address-without-${detail.replace('_', '-')}`,
      service,
      operation: 'students.create',
      breaks: 'student-reporting section 7: a student POST with address details has a warning.',
      describes: `There is no warning where residential_address_${detail} is all that is sent of an address.`,
      touches: { aspects: ['warnings'] },
      change: inArea('judgement', ({ warnings }) => ({
        warnings: (draft, circumstances) => {
          const sent =
            unverified.find(({ names }) => names === 'residential_address')?.fields.filter(draft.gives) ?? [];
          const isMissed = sent.length === 1 && sent[0] === `residential_address_${detail}`;
          const all = warnings(draft, circumstances);
          return isMissed ? all.filter(({ field }) => field !== 'residential_address') : all;
        },
      })),
    }),
  ),
  {
    id: 'student-reporting.warnings.first-item-alone',
    service,
    operation: 'students.create',
    breaks: 'Each item of an array is answered as it is answered alone (assumed).',
    describes: 'The warnings of all items but the first are lost.',
    touches: { rules: ['lifecycle.batch-*'] },
    change: inArea('write', ({ items }) => ({
      items: (all, circumstances) => {
        const { results, uids } = items(all, circumstances);
        return { uids, results: results.map((one, index) => (index === 0 ? one : withoutMessages(one))) };
      },
    })),
  },
  {
    id: 'student-reporting.warnings.unasked',
    service,
    operation: 'students.create',
    breaks: 'A student with nothing to warn of has no warning (assumed).',
    describes: 'Every student is stored with every warning there is.',
    change: inArea('judgement', ({ warnings }) => ({
      warnings: (draft, circumstances) =>
        circumstances.kind.family.name === 'students'
          ? [...unverified.map(verificationWarning), ...typeSpecific.map(typeWarning)]
          : warnings(draft, circumstances),
    })),
  },
  {
    id: 'student-reporting.warnings.field-unnamed',
    service,
    operation: 'students.create',
    breaks: 'A warning names the field (assumed).',
    describes: 'The warning is "Please check".',
    change: inArea('results', ({ warning }) => ({
      warning: (found) => {
        const { source: _source, ...others } = warning(found);
        return { ...others, detail: 'Please check.' };
      },
    })),
  },
  {
    id: 'student-reporting.warnings.pointed-to-the-first',
    service,
    operation: 'students.create',
    breaks: 'A warning points to the item that it is about (assumed).',
    describes: 'The pointers of all warnings are those of the first item.',
    touches: { rules: ['warning.*', 'lifecycle.batch-*'] },
    change: inArea('results', ({ warning }) => ({
      warning: (found) => warning({ ...found, pointer: found.pointer.replace(/^\/[0-9]+\//, '/0/') }),
    })),
  },
  {
    id: 'student-reporting.warnings.pointed-to-another',
    service,
    operation: 'students.create',
    breaks: 'A warning points to the member that it is about (assumed).',
    describes: 'The warnings of tfn and chessn point to each other.',
    change: inArea('results', ({ warning }) => ({
      warning: (found) =>
        warning({
          ...found,
          pointer: found.pointer.endsWith('/tfn')
            ? found.pointer.replace(/tfn$/, 'chessn')
            : found.pointer.replace(/chessn$/, 'tfn'),
        }),
    })),
  },
  {
    id: 'student-reporting.warnings.digits-wrong',
    service,
    operation: 'students.create',
    breaks: 'A warning begins with the digits of its rule (the public rules; section 7).',
    describes: 'Every warning has the code 10000STUDNT.',
    change: inArea('results', ({ warning }) => ({
      warning: (found) => ({ ...warning(found), code: `10000${found.kind.family.suffix}` }),
    })),
  },
  {
    id: 'student-reporting.warnings.severity-missing',
    service,
    operation: 'students.create',
    breaks: 'A warning has severity "warning" (assumed).',
    describes: 'Warnings have no severity.',
    change: inArea('results', ({ warning }) => ({
      warning: (found) => {
        const { severity: _severity, ...others } = warning(found);
        return others;
      },
    })),
  },
];
