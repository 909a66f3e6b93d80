/**
 * Contract: contracts/partner-onboarding/partners.yaml
 * Source: §2 (fields), §3 (states), §4 (endpoints), §7 (errors), §8 (limits)
 */
import { contractTests, test } from '../../src/playwright/index.ts';

const { requirement, aspectTests } = await contractTests('partner-onboarding/partners', { except: ['access'] });

test.describe('partners', () => {
  test.describe('create', () => {
    test('rejects a request that contains an ID (§2)', ...requirement('create', 'partners.identifier'));
    test(
      'shows an empty array of channels for a partner without channels (§2)',
      ...requirement('create', 'channels.shown-empty'),
    );
    test(
      'returns each error with the status and body of its kind (§7)',
      ...requirement('create', 'errors.refusal-form'),
    );
  });
  test.describe('update', () => {
    test('keeps fields that a PATCH does not name (§4)', ...requirement('update', 'partners.update-partial'));
    test('replaces all channels (§4)', ...requirement('update', 'channels.replace'));
    test('accepts a second PATCH (§4)', ...requirement('update', 'partners.update-again'));
  });
  test.describe('delete-channels', () => {
    test('keeps the partner and its other fields (§4)', ...requirement('delete-channels', 'channels.deleted'));
    test('succeeds for a partner without channels (§4)', ...requirement('delete-channels', 'channels.delete-again'));
  });
  for (const { operation, title, details, body } of aspectTests())
    test.describe(operation, () => test(title, details, body));
});
