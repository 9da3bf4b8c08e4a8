import { startBeforeAll } from '@heliograph/testing';
import { TestDashboard } from './support/dashboard';
import { ATTEMPT_COOKIES, SESSION_COOKIE } from './support/person';

const dashboard = startBeforeAll(() => TestDashboard.start());

const begin = (browser: { follow(url: string): Promise<{ url: string }> }) =>
  browser.follow(`${dashboard.url}/auth/sign-in`);
const isCallback = (target: string) => target.startsWith(`${dashboard.url}/auth/callback`);
const statusWith = async (secret: string) =>
  (
    await fetch(`${dashboard.url}/api/app/v1/session`, {
      headers: { cookie: `${SESSION_COOKIE}=${secret}` },
    })
  ).status;

it("gives each sign-in a new secret and ends the browser's previous session", async () => {
  const person = await dashboard.signIn({ email: 'again@example.com' });
  const before = person.secret!;
  await person.signIn({ email: 'again@example.com' });
  expect(person.secret).not.toBe(before);
  expect(await statusWith(before)).toBe(401);
  expect(await statusWith(person.secret!)).toBe(200);
});

it('does not adopt a secret that was already in the browser', async () => {
  const planted = 'p'.repeat(43);
  const { browser } = dashboard.visitor();
  const page = await begin(browser);
  const back = await browser.submit(
    page.url,
    { email: 'victim@example.com', name: '', action: 'sign-in' },
    isCallback,
  );
  const [attempt] = browser.cookiesNamed(back.location!, ATTEMPT_COOKIES);
  const response = await fetch(back.location!, {
    redirect: 'manual',
    headers: { cookie: `${SESSION_COOKIE}=${planted}; ${attempt}` },
  });
  const [secret] = new RegExp(`(?<=${SESSION_COOKIE}=)[^;]+`).exec(
    response.headers.getSetCookie().join('\n'),
  )!;
  expect(secret).not.toBe(planted);
  expect(await statusWith(planted)).toBe(401);
  expect(await statusWith(secret)).toBe(200);
});

it('finishes a sign-in only in the browser that started it', async () => {
  const attacker = dashboard.visitor().browser;
  const page = await begin(attacker);
  const back = await attacker.submit(
    page.url,
    { email: 'attacker@example.com', name: '', action: 'sign-in' },
    isCallback,
  );
  // The attacker's code, opened by a victim in the middle of their own sign-in.
  const victim = dashboard.visitor().browser;
  await begin(victim);
  const end = await victim.follow(back.location!);
  expect(end.url).toBe(`${dashboard.url}/sign-in?error=missing_credentials`);
  expect(victim.cookie(dashboard.url, SESSION_COOKIE)).toBeUndefined();
});

it('finishes no sign-in that another host of the site could have planted', async () => {
  const attacker = dashboard.visitor().browser;
  const page = await begin(attacker);
  const back = await attacker.submit(
    page.url,
    { email: 'sibling@example.com', name: '', action: 'sign-in' },
    isCallback,
  );
  const [attempt] = attacker.cookiesNamed(back.location!, ATTEMPT_COOKIES);
  expect(attempt).toMatch(/=[\w-]{43}$/);
  // A name that the browser accepts from any host of the site.
  const response = await fetch(back.location!, {
    redirect: 'manual',
    headers: { cookie: attempt!.replace('__Host-', '__Secure-') },
  });
  expect(response.headers.get('location')).toBe(`${dashboard.url}/sign-in?error=missing_credentials`);
});

it('finishes a sign-in once', async () => {
  const { browser } = dashboard.visitor();
  const page = await begin(browser);
  const back = await browser.submit(
    page.url,
    { email: 'once@example.com', name: '', action: 'sign-in' },
    isCallback,
  );
  const [attempt] = browser.cookiesNamed(back.location!, ATTEMPT_COOKIES);
  const again = () =>
    fetch(back.location!, {
      redirect: 'manual',
      headers: { cookie: attempt! },
    });
  const both = await Promise.all([again(), again()]);
  const opened = both.filter((response) => response.headers.getSetCookie().join().includes(SESSION_COOKIE));
  expect(opened).toHaveLength(1);
  expect((await again()).headers.get('location')).toContain('error=missing_credentials');
});
