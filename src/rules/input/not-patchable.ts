import { refusalRule } from '../refused.ts';

export const notPatchable = refusalRule({
  id: 'input.not-patchable',
  title: 'A member that may not be changed is refused',
  explain: 'From this version on, changing this member needs a delete and a new record.',
  covers: [],
});
