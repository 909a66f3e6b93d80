/** Where the answer of a token endpoint holds the access token (RFC 6749 §5.1). */
export const TOKEN_PLACE = '/access_token';
