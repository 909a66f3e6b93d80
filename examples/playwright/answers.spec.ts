import { expect, test } from '@plumbline/harness/playwright';

test('GET / conforms to its contract', async ({ request }) => {
  const response = await request.get('/', { headers: { authorization: process.env['AUTHORIZATION'] ?? '' } });
  await expect(response).toBeOK();
  await expect(response).toConform('partner-onboarding/service-description/read', { spec: '1.0.0' });
});
