import { header } from '../../record/headers.ts';
import { finding, inapplicable, judged } from '../evidence.ts';
import { passiveRule } from './passive-rule.ts';

/** Names that nobody can have (RFC 6761): an origin there is one that a check made up, and nobody's partner. */
const MADE_UP = /^https?:\/\/([^/]*\.)?(invalid|example|test|example\.(com|net|org))(:\d+)?$/;

export const crossOrigin = passiveRule('http.cross-origin', (response, exchange) => {
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
});
