/**
 * The token endpoint, and the access token in requests to every endpoint.
 * Contract: contracts/student-reporting/identity-provider.yaml, token.yaml
 * Source: §5 (authentication)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('student-reporting/identity-provider');
const access = await contractTests('student-reporting', { aspects: ['access'] });

test.describe('identity-provider', () => {
  test.describe('token', () => {
    test('issues a token for a valid assertion (§5 rule 1)', ...requirement('token', 'token.granted'));
    test('rejects a token request that is not form-encoded (§5 rule 1)', ...requirement('token', 'token.form-encoded'));
    test('rejects an assertion without kid (§5 rule 2)', ...requirement('token', 'token.kid'));
    test('rejects an assertion with another algorithm (§5 rule 2)', ...requirement('token', 'token.alg'));
    test('rejects an assertion without iss (§5 rule 3)', ...requirement('token', 'token.iss'));
    test('rejects an assertion without sub (§5 rule 3)', ...requirement('token', 'token.sub'));
    test('rejects an assertion without aud (§5 rule 3)', ...requirement('token', 'token.aud'));
    test('rejects an assertion without token.aud (§5 rule 3)', ...requirement('token', 'token.token-aud'));
    test('rejects an assertion for an unknown service (§5 rule 3)', ...requirement('token', 'token.token-aud-known'));
    test('rejects an assertion without exp (§5 rule 3)', ...requirement('token', 'token.exp'));
    test('rejects an assertion without iat (§5 rule 3)', ...requirement('token', 'token.iat'));
    test('rejects an expired assertion (RFC 7519 §4.1.4)', ...requirement('token', 'token.expired'));
    test('rejects an organisation that is not linked (§5 rule 4)', ...requirement('token', 'token.linked'));
    test('does not lock a sender out (§5 rule 5)', ...requirement('token', 'token.not-locked'));
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});

for (const { endpoint, operation, title, details, body } of access.aspectTests())
  test.describe(endpoint, () => {
    test.describe(operation, () => test(title, details, body));
  });
