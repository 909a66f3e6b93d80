import { acceptanceRule } from '../accepted.ts';

/** RFC 9110 §4.2.3: distinct resources SHOULD NOT have addresses that are equivalent after normalization (RFC 3986 §6.2.2.2). */
export const encoded = acceptanceRule({
  id: 'path.encoded',
  title: 'An encoded letter is the same letter',
  fails: '{refuses} a path with an encoded letter: {status}',
  explain:
    'A letter of the path is percent-encoded, which by RFC 3986 is the same path. A gateway that compares before it decodes, or a service that does, knows two paths where there is one.',
  requirement: 'http.target-equivalence',
  covers: ['B09'],
});
