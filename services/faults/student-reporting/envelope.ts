/** Faults of what surrounds a record: its correlation_id, its result, the errors and warnings in it. */
import { json } from '../../http/message.ts';
import type { ItemResult } from '../../student-reporting/engine/results.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import {
  ageDigits,
  typeDigits,
  typeSpecific,
  typeWarning,
  unverified,
  verificationWarning,
} from '../../student-reporting/rules.ts';
import { unwarned } from './known-issues.ts';
import { inArea, type FaultChange, type FaultTable } from '../fault.ts';

type Change = FaultChange<StudentReportingStages>;

/** Another correlation_id is judged than the one that was sent. */
const readingId = (taken: (id: unknown) => unknown): Change =>
  inArea('shape', ({ correlationId }) => ({ correlationId: (id, place) => correlationId(taken(id), place) }));

/** The result of a refused item in another form. */
const failing = (shown: (result: ItemResult) => ItemResult): Change =>
  inArea('results', ({ failed }) => ({ failed: (id, findings) => shown(failed(id, findings)) }));

export const envelopeFaults: FaultTable<StudentReportingStages> = {
  'envelope.pointer-from-one': {
    breaks: 'The index of a JSON pointer counts from zero (RFC 6901, section 4).',
    describes: 'The pointer of an error counts the items from one.',
    touches: { rules: ['input.batch-pointed'] },
    change: inArea('shape', ({ refuse }) => ({
      refuse: (entries) => {
        const moved = (pointer: string): string =>
          pointer.replace(/^\/(\d+)/, (_, index: string) => `/${String(Number(index) + 1)}`);
        refuse(
          entries.map((entry) =>
            entry.source !== undefined && 'pointer' in entry.source
              ? { ...entry, source: { pointer: moved(entry.source.pointer) } }
              : entry,
          ),
        );
      },
    })),
  },
  'envelope.correlation-id-optional': {
    breaks:
      'student-reporting section 2: correlation_id is the common envelope field (that it is required is assumed).',
    describes: 'An item without correlation_id is accepted.',
    change: inArea('shape', ({ correlationId }) => ({
      correlationId: (id, place) => (id === undefined ? { id, wrong: [] } : correlationId(id, place)),
    })),
  },
  'envelope.correlation-id-any-type': {
    breaks: 'student-reporting section 2: correlation_id is a string.',
    describes: 'A correlation_id of another JSON type is accepted and returned as a text.',
    change: inArea('shape', ({ correlationId }) => ({
      correlationId: (id, place) =>
        id === undefined || typeof id === 'string' ? correlationId(id, place) : { id: JSON.stringify(id), wrong: [] },
    })),
  },
  'envelope.correlation-id-in-small-letters': {
    breaks: 'The answer to an item repeats its correlation_id (assumed).',
    describes: 'The response has the correlation_id in lower case.',
    change: readingId((id) => (typeof id === 'string' ? id.toLowerCase() : id)),
  },
  'envelope.correlation-id-of-32': {
    breaks: 'A correlation_id has up to 64 characters (assumed).',
    describes: 'A correlation_id of more than 32 characters is rejected.',
    // Refused as one that is too long by itself.
    change: readingId((id) => (typeof id === 'string' && id.length > 32 ? id.padEnd(200, 'x') : id)),
  },
  'envelope.correlation-id-in-one-word': {
    breaks:
      'student-reporting section 2: correlation_id must not carry leading or trailing spaces (that it may inside is assumed).',
    describes: 'A correlation_id with a space is rejected.',
    // Refused as one that has it at its end.
    change: readingId((id) => (typeof id === 'string' && id.includes(' ') ? `${id} ` : id)),
  },
  'envelope.success-true-on-refusal': {
    breaks: 'A refused item has success false (assumed).',
    describes: 'A rejected item has success true and errors.',
    change: failing((result) => ({ ...result, success: true })),
  },
  'envelope.success-missing': {
    breaks: 'Every result says whether it is a success (assumed).',
    describes: 'A rejected item has no success flag.',
    change: failing(({ success: _success, ...others }) => others),
  },
  'envelope.refusal-422': {
    breaks: 'A failed validation is answered 200 with success false (assumed).',
    describes: 'A failed validation returns 422.',
    change: inArea('results', () => ({ refused: (body) => json(422, body) })),
  },
  'envelope.first-error-only': {
    breaks: 'All value faults of an item are reported together (assumed).',
    describes: 'Only the first invalid value of an item is reported.',
    change: inArea('results', ({ failed }) => ({ failed: (id, findings) => failed(id, findings.slice(0, 1)) })),
  },
  'envelope.identifier-digits-wrong': {
    breaks: 'An error identifier begins with the digits of its rule (the public rules; section 7).',
    describes: 'Every identifier begins with 10000.',
    change: inArea('results', ({ identifier }) => ({
      identifier: (finding) => identifier({ ...finding, digits: '10000' }),
    })),
  },
  'envelope.field-unnamed': {
    breaks: 'The description of an error names the field (assumed).',
    describes: 'The description is "Invalid value".',
    change: inArea('results', ({ error }) => ({
      error: (finding) => ({ ...error(finding), error_description: 'Invalid value' }),
    })),
  },
  'records.one-code-in-batches': {
    breaks: 'The items of an array are judged one by one (assumed).',
    describes: 'Every rejected item of a batch has the same error code.',
    touches: { rules: ['lifecycle.batch-*', 'input.batch-refused'] },
    change: ({ write, results }) => {
      let isBatch = false;
      return {
        write: {
          items: (given, circumstances) => {
            isBatch = given.length > 1;
            const created = write.items(given, circumstances);
            isBatch = false;
            return created;
          },
        },
        results: {
          identifier: (finding) => (isBatch ? `10000${finding.kind.family.suffix}` : results.identifier(finding)),
        },
      };
    },
  },
  'warnings.age-missing': unwarned('A date of birth more than 100 years ago has a warning (assumed).', ageDigits),
  'warnings.type-specific-missing': unwarned(
    'A type-specific field of a student who is not of that type has a warning (assumed).',
    typeDigits,
  ),
  'warnings.unasked': {
    operation: 'students.create',
    breaks: 'A student with nothing to warn of has no warning (assumed).',
    describes: 'Every stored student has all warnings.',
    change: inArea('judgement', ({ warnings }) => ({
      warnings: (draft, circumstances) =>
        circumstances.kind.family.name === 'students'
          ? [...unverified.map(verificationWarning), ...typeSpecific.map(typeWarning)]
          : warnings(draft, circumstances),
    })),
  },
  'warnings.field-unnamed': {
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
  'warnings.pointed-to-another': {
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
};
