import { refusalRule } from '../refused.ts';

export const decimals = refusalRule({
  id: 'input.decimals',
  title: 'A number has too many decimals',
  fails: '{accepts} a value for {field} with one decimal too many: {status}',
  explain: 'Rounding in silence would change an amount.',
  covers: ['F06'],
});
