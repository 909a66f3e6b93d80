interface Deviation {
  readonly breaks: string;
  readonly describes: string;
}

const assumed = 'assumed of both services, as no document shows it';

/** Faults of what is judged before any field value; each exists for both services. */
export const shapeFaults = {
  'unknown-member-accepted': {
    breaks: `An unknown member is refused with 400 (${assumed}).`,
    describes: 'A member that the resource does not know is ignored.',
  },
  'duplicate-names-accepted': {
    breaks: `A JSON object with two members of one name is refused with 400 (${assumed}).`,
    describes: 'The last of two members of one name is taken.',
  },
  'media-type-accepted': {
    breaks: `A body of another media type than application/json is refused with 415 (${assumed}).`,
    describes: 'Any media type, or none, is read as JSON.',
  },
  'accept-ignored': {
    breaks: `A request whose Accept header excludes JSON is refused with 406 (${assumed}).`,
    describes: 'The Accept header is not looked at.',
  },
  'wrong-type-accepted': {
    breaks: `A field of the wrong JSON type is refused with 400 (${assumed}).`,
    describes: 'A value of the wrong JSON type is stored as it is.',
  },
  'size-unlimited': {
    breaks: `A body over 1 MiB is refused with 413 (${assumed}).`,
    describes: 'A body of up to 16 MiB is read.',
  },
  'malformed-json-500': {
    breaks: `Malformed JSON is refused with 400 (${assumed}).`,
    describes: 'Malformed JSON makes the service fail with 500.',
  },
  'pointer-missing': {
    breaks: `source.pointer names the offending member (${assumed}).`,
    describes: 'The source of a gateway error is left out.',
  },
  'trailing-slash-accepted': {
    breaks: `A path with a trailing slash is unknown, 404 (${assumed}).`,
    describes: 'A trailing slash is cut off before the path is looked up.',
  },
  'options-unauthorised': {
    breaks: `OPTIONS on a known path is answered 204 and needs no token (${assumed}).`,
    describes: 'OPTIONS without a token is answered 401.',
  },
  'head-refused': {
    breaks: `HEAD is answered wherever GET is (${assumed}).`,
    describes: 'HEAD is answered 405.',
  },
  'banner-with-version': {
    breaks: `No response names the software and its version (${assumed}).`,
    describes: 'Every response carries X-Powered-By with a version.',
  },
  'token-before-path': {
    breaks: `An unknown path is judged before the token: 404 without one (${assumed}).`,
    describes: 'Without a token every path, known or not, is answered 401.',
  },
} as const satisfies Record<string, Deviation>;

export type ShapeFault = keyof typeof shapeFaults;
