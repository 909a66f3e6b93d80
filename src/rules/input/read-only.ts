import { refusalRule } from '../refused.ts';

export const readOnly = refusalRule({
  id: 'input.read-only',
  title: 'A member that only the service sets is refused',
  fails: '{accepts} a value for {field} from the client, though only the service sets it: {status}',
  explain: 'A client must not be able to set what the service decides.',
  covers: ['E11'],
});
