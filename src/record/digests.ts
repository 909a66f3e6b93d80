/** Digests by which an answer says what its bytes are (RFC 9530), by the names of its registry that services use. */
export const DIGEST_NAMES = ['sha-256', 'sha-512', 'md5'] as const;
export type DigestName = (typeof DIGEST_NAMES)[number];

/** Names of algorithms in Node's crypto. */
export const ALGORITHM_OF: Readonly<Record<DigestName, string>> = {
  'sha-256': 'sha256',
  'sha-512': 'sha512',
  md5: 'md5',
};
