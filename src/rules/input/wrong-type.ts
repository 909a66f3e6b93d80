import { refusalRule } from '../refused.ts';

export const wrongType = refusalRule({
  id: 'input.wrong-type',
  title: 'A member has another JSON type',
  fails: '{accepts} another JSON type for {field}: {status}',
  explain: 'A value of another type must not be converted in silence: what is stored would not be what was sent.',
  covers: ['F02'],
});
