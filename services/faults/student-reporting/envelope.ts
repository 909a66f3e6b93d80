import { json } from '../../http/message.ts';
import type { ItemResult, ResultStages } from '../../student-reporting/engine/results.ts';
import type { StudentReportingStages } from '../../student-reporting/service.ts';
import { inArea, type FaultChange, type Seed } from '../fault.ts';

const service = 'student-reporting';

/** A correlation_id with that about it is accepted. */
const acceptingId = (what: string, kept: (id: string) => string = (id) => id): FaultChange<StudentReportingStages> =>
  inArea('shape', ({ correlationId }) => ({
    correlationId: (sent, place) => {
      const { id, wrong } = correlationId(sent, place);
      return { id: id === undefined ? id : kept(id), wrong: wrong.filter(({ code }) => code !== what) };
    },
  }));

/** A correlation_id that comes back otherwise than it was sent. */
const echoing = (kept: (id: string) => string): FaultChange<StudentReportingStages> =>
  inArea('shape', ({ correlationId }) => ({
    correlationId: (sent, place) => {
      const { id, wrong } = correlationId(sent, place);
      return { id: id === undefined ? id : kept(id), wrong };
    },
  }));

/** The result of a refused item in another form. */
const failing = (
  { failed }: ResultStages,
  shown: (result: ItemResult) => ItemResult,
): Pick<ResultStages, 'failed'> => ({ failed: (id, findings) => shown(failed(id, findings)) });

/** The index that an error about one of several items points to. */
const pointing = (indexOf: (index: number) => number): FaultChange<StudentReportingStages> =>
  inArea('shape', ({ refuse }) => ({
    refuse: (entries) => {
      const moved = (pointer: string): string =>
        pointer.replace(/^\/(\d+)/, (_, index: string) => `/${String(indexOf(Number(index)))}`);
      refuse(
        entries.map((entry) =>
          entry.source !== undefined && 'pointer' in entry.source
            ? { ...entry, source: { pointer: moved(entry.source.pointer) } }
            : entry,
        ),
      );
    },
  }));

/** Faults of what is round an item, and round its result. */
export const envelopeFaults: readonly Seed<StudentReportingStages>[] = [
  {
    id: 'student-reporting.envelope.empty-array-accepted',
    service,
    breaks: 'The body of an array operation holds 1 to 1000 items (assumed).',
    describes: 'An empty array is answered 200 with an empty array.',
    change: inArea('shape', ({ read }) => ({
      read: (body, kind, purpose, form) =>
        form === 'array' && Array.isArray(body) && body.length === 0 ? [] : read(body, kind, purpose, form),
    })),
  },
  {
    id: 'student-reporting.envelope.pointer-from-one',
    service,
    breaks: 'The index of a JSON pointer counts from zero (RFC 6901, section 4).',
    describes: 'The pointer of an error counts the items from one.',
    touches: { rules: ['input.batch-pointed'] },
    change: pointing((index) => index + 1),
  },
  {
    id: 'student-reporting.envelope.pointer-at-first',
    service,
    breaks: 'An error points to the item that it is about (assumed; RFC 6901, section 4).',
    describes: 'The pointer of an error names the first item, whichever it is about.',
    touches: { rules: ['input.batch-pointed'] },
    change: pointing(() => 0),
  },
  {
    id: 'student-reporting.envelope.correlation-id-optional',
    service,
    breaks:
      'student-reporting section 2: correlation_id is the common envelope field (that it is required is assumed).',
    describes: 'An item without correlation_id is accepted.',
    change: inArea('shape', ({ correlationId }) => ({
      correlationId: (id, place) => (id === undefined ? { id, wrong: [] } : correlationId(id, place)),
    })),
  },
  {
    id: 'student-reporting.envelope.correlation-id-any-type',
    service,
    breaks: 'student-reporting section 2: correlation_id is a string.',
    describes: 'A correlation_id of another JSON type is accepted and echoed as its text.',
    change: inArea('shape', ({ correlationId }) => ({
      correlationId: (id, place) =>
        id === undefined || typeof id === 'string' ? correlationId(id, place) : { id: JSON.stringify(id), wrong: [] },
    })),
  },
  {
    id: 'student-reporting.envelope.correlation-id-cut',
    service,
    breaks: 'The answer to an item repeats its correlation_id (assumed).',
    describes: 'A correlation_id is kept in a column of 36 characters, and comes back cut.',
    change: echoing((id) => id.slice(0, 36)),
  },
  {
    id: 'student-reporting.envelope.correlation-id-in-small-letters',
    service,
    breaks: 'The answer to an item repeats its correlation_id (assumed).',
    describes: 'A correlation_id comes back in small letters.',
    change: echoing((id) => id.toLowerCase()),
  },
  {
    id: 'student-reporting.envelope.correlation-id-of-32',
    service,
    breaks: 'A correlation_id has up to 64 characters (assumed).',
    describes: 'A correlation_id of more than 32 characters is refused.',
    change: inArea('shape', ({ correlationId }) => ({
      // Refused as one that is too long by itself.
      correlationId: (id, place) =>
        correlationId(typeof id === 'string' && id.length > 32 ? id.padEnd(200, 'x') : id, place),
    })),
  },
  {
    id: 'student-reporting.envelope.correlation-id-in-one-word',
    service,
    breaks:
      'student-reporting section 2: correlation_id must not carry leading or trailing spaces (that it may inside is assumed).',
    describes: 'A correlation_id with a space anywhere is refused.',
    change: inArea('shape', ({ correlationId }) => ({
      // Refused as one that has it at its end.
      correlationId: (id, place) => correlationId(typeof id === 'string' && id.includes(' ') ? `${id} ` : id, place),
    })),
  },
  {
    id: 'student-reporting.envelope.correlation-id-spaces-accepted',
    service,
    breaks: 'student-reporting section 2: correlation_id must not carry leading or trailing spaces.',
    describes: 'A correlation_id with spaces around it is accepted.',
    change: acceptingId('surrounding_spaces'),
  },
  {
    id: 'student-reporting.envelope.correlation-id-trimmed',
    service,
    breaks: 'student-reporting section 2: correlation_id must not carry leading or trailing spaces.',
    describes: 'A correlation_id with spaces around it is accepted and trimmed.',
    change: acceptingId('surrounding_spaces', (id) => id.trim()),
  },
  {
    id: 'student-reporting.envelope.correlation-id-length-unchecked',
    service,
    breaks: 'correlation_id has 1 to 64 characters (assumed).',
    describes: 'A correlation_id of any length is accepted.',
    change: acceptingId('wrong_length'),
  },
  {
    id: 'student-reporting.envelope.success-true-on-refusal',
    service,
    breaks: 'A refused item has success false (assumed).',
    describes: 'A refused item has success true beside its errors.',
    change: inArea('results', (inner) => failing(inner, (result) => ({ ...result, success: true }))),
  },
  {
    id: 'student-reporting.envelope.refusal-422',
    service,
    breaks: 'A failed validation is answered 200 with success false (assumed).',
    describes: 'A failed validation is answered 422.',
    change: inArea('results', () => ({ refused: (body) => json(422, body) })),
  },
  {
    id: 'student-reporting.envelope.first-error-only',
    service,
    breaks: 'All value faults of an item are reported together (assumed).',
    describes: 'Only the first value fault of an item is reported.',
    change: inArea('results', ({ failed }) => ({ failed: (id, findings) => failed(id, findings.slice(0, 1)) })),
  },
  {
    id: 'student-reporting.envelope.identifier-malformed',
    service,
    breaks: 'An error identifier has five digits and six letters (assumed).',
    describes: 'The letters of the identifier are missing.',
    change: inArea('results', () => ({ identifier: ({ digits }) => digits })),
  },
  {
    id: 'student-reporting.envelope.identifier-digits-wrong',
    service,
    breaks: 'An error identifier begins with the digits of its rule (the public rules; section 7).',
    describes: 'Every identifier begins with 10000.',
    change: inArea('results', ({ identifier }) => ({
      identifier: (finding) => identifier({ ...finding, digits: '10000' }),
    })),
  },
  {
    id: 'student-reporting.envelope.errors-empty',
    service,
    breaks: 'A refused item says why (assumed).',
    describes: 'The list of errors is empty.',
    change: inArea('results', ({ failed }) => ({ failed: (id) => failed(id, []) })),
  },
  {
    id: 'student-reporting.envelope.success-missing',
    service,
    breaks: 'Every result says whether it is a success (assumed).',
    describes: 'A refused item has no member success.',
    change: inArea('results', (inner) => failing(inner, ({ success: _success, ...others }) => others)),
  },
  {
    id: 'student-reporting.envelope.field-unnamed',
    service,
    breaks: 'The description of an error names the field (assumed).',
    describes: 'The description is "Invalid value".',
    change: inArea('results', ({ error }) => ({
      error: (finding) => ({ ...error(finding), error_description: 'Invalid value' }),
    })),
  },
];
