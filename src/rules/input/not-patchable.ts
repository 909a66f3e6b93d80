import { refusalRule } from '../refused.ts';

export const notPatchable = refusalRule({
  id: 'input.not-patchable',
  title: 'A member that may not be changed is refused',
  fails: '{accepts} a change of {field}, which may not be changed: {status}',
  explain: 'From this version on, changing this member needs a delete and a new record.',
  covers: [],
});
