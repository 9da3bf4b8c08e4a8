import { startBeforeAll, waitFor } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';
import { problemFrom } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start({ with: ['metering'], processes: true }));

const readyz = async () => {
  const response = await fetch(`${dashboard.url}/readyz`);
  return [response.status, await response.json()];
};

/** Waits until the report says so: a check is cached for a moment, and may time out on a busy machine. */
const reported = (...expected: unknown[]) =>
  waitFor(
    async () => {
      expect(await readyz()).toEqual(expected);
      return true;
    },
    { description: JSON.stringify(expected) },
  );

it('is ready with identity and ledger, and reports what else is down', async () => {
  await reported(200, { status: 'ready', degraded: ['search', 'company', 'notifier'] });
  expect((await fetch(`${dashboard.url}/healthz`)).status).toBe(200);
});

it('admits no user while identity is down, and everyone once it is back', async () => {
  const person = await dashboard.signIn();
  await dashboard.stopService('identity');
  const response = await person.get('/session');
  expect([(await problemFrom(response)).code, response.headers.get('retry-after')]).toEqual([
    'unavailable',
    '1',
  ]);
  const begun = await fetch(`${dashboard.url}/auth/sign-in`, { redirect: 'manual' });
  expect(begun.headers.get('location')).toBe(`${dashboard.url}/sign-in?error=unavailable`);
  await reported(503, expect.objectContaining({ waitingFor: ['identity'] }));
  // Pages are still served.
  expect((await fetch(`${dashboard.url}/keys`)).status).toBe(200);
  await dashboard.restart('identity');
  expect((await person.get('/session')).status).toBe(200);
});

it('answers 503 where it needs the ledger while that is down; the rest works', async () => {
  const person = await dashboard.signIn();
  await dashboard.stopService('ledger');
  for (const path of ['/overview', '/billing', '/keys', '/billing/entries']) {
    expect((await problemFrom(await person.get(path))).code).toBe('unavailable');
  }
  for (const path of ['/session', '/sessions', '/audit', '/cli/sessions']) {
    expect((await person.get(path)).status).toBe(200);
  }
  await dashboard.restart('ledger');
  expect((await person.get('/overview')).status).toBe(200);
});

it('reveals nothing about the services behind it', async () => {
  const person = await dashboard.signIn();
  const responses = await Promise.all(
    ['/activities', '/activities/companies/acme', '/activities/filter-options'].map((path) =>
      person.get(path),
    ),
  );
  for (const response of responses) {
    const text = JSON.stringify(await problemFrom(response));
    expect(text).not.toMatch(/ECONN|unix:|\.sock|grpc|SQL|127\.0\.0\.1/i);
  }
});
