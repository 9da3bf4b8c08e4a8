import { startBeforeAll } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';

const dashboard = startBeforeAll(() => TestDashboard.start());

it.each([
  '//evil.example/',
  '/\\evil.example/',
  '/\t/evil.example',
  '/%09/evil.example/../..//evil.example',
  '/.//evil.example',
  '/%2e//evil.example',
  'https://evil.example/',
  'javascript:alert(1)',
  '@evil.example',
  '.evil.example',
  ':80@evil.example/',
])('a sign-in that would return to %j ends here', async (returnTo) => {
  const end = await dashboard.visitor().signIn({ email: 'ada@example.com', returnTo });
  expect(new URL(end).origin).toBe(dashboard.url);
  expect(end.slice(dashboard.url.length)).toMatch(/^\/(?!\/)/);
});

it.each([
  '/keys',
  '/activities?q=%22series%20a%22&days=30',
  '/device?user_code=WDJB-MJHT',
  '/companies/acme.com',
])('a sign-in that would return to %s does', async (returnTo) => {
  const end = await dashboard.visitor().signIn({ email: 'ada@example.com', returnTo });
  expect(end).toBe(dashboard.url + returnTo);
});

it('is not affected by a Host header', async () => {
  const { port } = new URL(dashboard.url);
  const { request } = await import('node:http');
  const answerTo = (host: string) =>
    new Promise<unknown[]>((resolve, reject) => {
      request({ port, path: '/auth/callback', headers: { host } }, (response) => {
        response.resume();
        resolve([response.statusCode, response.headers.location]);
      })
        .on('error', reject)
        .end();
    });
  expect(await answerTo('evil.example')).toEqual([421, undefined]);
  // An accepted name, but not the one people use.
  expect(await answerTo(`localhost:${port}`)).toEqual([
    expect.any(Number),
    `${dashboard.url}/sign-in?error=missing_credentials`,
  ]);
});
