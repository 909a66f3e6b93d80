import { acceptanceRule } from '../accepted.ts';

/** RFC 9110 §8.3.1: type and subtype are case-insensitive. A definition; no keyword binds the server, and 415 is its own choice. */
export const letterCase = acceptanceRule({
  id: 'media.case',
  title: 'The media type is compared without regard to case',
  fails: '{refuses} the media type in other capitals: {status}',
  explain: '`Application/JSON` is the same media type as `application/json`.',
  requirement: 'http.media-case',
  covers: ['C04'],
});
