import { startBeforeAll } from '@heliograph/testing';
import { startIssuer } from './support';

const issuer = startBeforeAll(() => startIssuer('/development-issuer'));

const endSession = (query: Record<string, string>) =>
  fetch(`${issuer.issuerUrl}/session/end?${new URLSearchParams(query)}`, { redirect: 'manual' });

it('sends the browser back at once', async () => {
  const [target] = issuer.settings.postLogoutRedirectUris;
  const response = await endSession({
    post_logout_redirect_uri: target!,
    client_id: 'dashboard',
    state: 's 1',
  });
  expect(response.status).toBe(303);
  expect(response.headers.get('location')).toBe(`${target}?state=s+1`);
});

it.each(['https://evil.example/', 'javascript:alert(1)', ''])('never sends it to %j', async (target) => {
  const response = await endSession({ post_logout_redirect_uri: target });
  expect(response.status).toBe(200);
  expect(response.headers.get('location')).toBeNull();
  expect(await response.text()).toContain('Signed out');
});
