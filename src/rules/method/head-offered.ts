import { offeredRule } from './offered.ts';

export const headOffered = offeredRule({
  id: 'method.head-offered',
  title: 'HEAD is answered wherever GET is',
  fails: 'does not answer HEAD: {status}',
  explain:
    'HTTP demands HEAD of general-purpose servers alone. Monitors and link checkers send it all the same, to ask whether a resource is there.',
  requirement: 'http.head-offered',
  convention: true,
  covers: ['B03', 'B04'],
});
