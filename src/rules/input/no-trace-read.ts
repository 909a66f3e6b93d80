import { refusalRule } from '../refused.ts';

export const noTraceRead = refusalRule({
  id: 'input.no-trace-read',
  title: 'A refused write cannot be read',
  fails: '{accepts} the read of a record that it refused: {status}',
  explain:
    'A faulty record is sent to a place that holds one record and has none, and the place is read afterwards: there is still none.',
  covers: ['E07'],
});
