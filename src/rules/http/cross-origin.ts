import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** Names that nobody can have (RFC 6761): an origin there is one that a check made up, and nobody's partner. */
const MADE_UP = /^https?:\/\/([^/]*\.)?(invalid|example|test|example\.(com|net|org))(:\d+)?$/;

/** Fetch §3.2 says what browsers do: `*` with credentials opens nothing, and an origin that the service knows is its own choice. */
export const crossOrigin = passiveRule(
  {
    id: 'http.cross-origin',
    title: 'Not every site may use a caller’s sign-in',
    fails: 'lets every site use a caller’s sign-in: the allowed origin is {actual}',
    explain:
      'Access-Control-Allow-Credentials together with any origin (`null`, or the origin of the request sent back unread) lets every web page act as whoever looks at it.',
    covers: ['K03'],
  },
  (response, exchange) => {
    const allowed = header(response, 'access-control-allow-origin');
    if (allowed === undefined) return inapplicable('no other origin is allowed');
    if (header(response, 'access-control-allow-credentials')?.trim().toLowerCase() !== 'true')
      return inapplicable('no credentials are allowed');
    const asked = header(exchange.request, 'origin');
    const open = allowed.trim() === 'null' || (asked !== undefined && MADE_UP.test(asked) && asked === allowed.trim());
    return judged(
      open
        ? [
            finding(
              exchange,
              'header access-control-allow-origin',
              'a known origin, where credentials are allowed',
              allowed,
            ),
          ]
        : [],
    );
  },
);
