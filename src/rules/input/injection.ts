import { acceptanceRule } from '../accepted.ts';

export const injection = acceptanceRule({
  id: 'input.injection',
  title: 'Code in a text is only text',
  fails: '{refuses} quotes, markup and script in {field}: {status}',
  explain: 'Quotes, markup and script in a text are data. A server error here means that they were run somewhere.',
  covers: ['F09'],
});
