import { startBeforeAll } from '@heliograph/testing';
import { createHash } from 'node:crypto';
import { DEVELOPMENT_NOTICE } from '../src';
import { answerPage, beginSignIn, startIssuer } from './support';

const issuer = startBeforeAll(() =>
  startIssuer('/development-issuer', { prefilledEmail: 'demo@example.com' }),
);

it('says plainly what it is, and starts with the given address', async () => {
  const { page } = await beginSignIn(issuer);
  expect(page.status).toBe(200);
  expect(page.text).toContain(DEVELOPMENT_NOTICE);
  expect(page.text).toContain('value="demo@example.com"');
  const hinted = await beginSignIn(issuer, { login_hint: '"><script>alert(1)</script>' });
  expect(hinted.page.text).toContain('value="&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;"');
  expect(hinted.page.text).not.toContain('<script');
});

it('allows only its own style and form', async () => {
  const { page } = await beginSignIn(issuer);
  const policy = page.headers.get('content-security-policy')!;
  const style = /<style>(.*)<\/style>/s.exec(page.text)![1]!;
  expect(policy).toContain(`style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  expect(policy).toContain(`default-src 'none'`);
  expect(policy).toContain(`form-action 'self' ${new URL(issuer.issuerUrl).origin};`);
  expect(policy).toContain(`frame-ancestors 'none'`);
  expect(page.text).not.toMatch(/<script|style=|\son\w+=|https?:/i);
  expect(page.headers.get('x-frame-options')).toBe('DENY');
  expect(page.headers.get('cache-control')).toBe('no-store');
});

it('has labels for all fields, and a language', async () => {
  const { page } = await beginSignIn(issuer);
  expect(page.text).toContain('<html lang="en">');
  expect(page.text).toContain('name="viewport"');
  for (const id of ['email', 'name']) {
    expect(page.text).toContain(`<label for="${id}">`);
    expect(page.text).toContain(`id="${id}"`);
  }
});

it.each([
  ['', 'Enter an address'],
  ['nobody', 'Enter an address'],
  ['a b@example.com', 'Enter an address'],
])('says what is wrong with %j and keeps the input', async (email, text) => {
  const begun = await beginSignIn(issuer);
  const fields = { action: 'sign-in', email, name: `Ann "A" <b>`, operator: 'yes' };
  const again = await begun.browser.submit(begun.page.url, fields);
  expect(again.status).toBe(422);
  expect(again.text).toContain(text);
  expect(again.text).toContain('aria-describedby="email-issue"');
  expect(again.text).toContain('value="Ann &quot;A&quot; &lt;b&gt;"');
  expect(again.text).toContain(' checked');
  // The page can still be submitted.
  expect((await answerPage(issuer, begun, { email: 'ann@example.com' })).get('code')).not.toBeNull();
});

it('refuses a name that is too long', async () => {
  const { browser, page } = await beginSignIn(issuer);
  const again = await browser.submit(page.url, { email: 'a@example.com', name: 'x'.repeat(101) });
  expect([again.status, again.text.includes('at most 100 characters')]).toEqual([422, true]);
});

it('survives a reload before it is submitted', async () => {
  const begun = await beginSignIn(issuer);
  expect((await begun.browser.visit(begun.page.url)).status).toBe(200);
  expect((await answerPage(issuer, begun, { email: 'a@example.com' })).get('code')).not.toBeNull();
});

it('says that it is over after going back, resubmitting, reloading later, or opening it in another browser', async () => {
  const begun = await beginSignIn(issuer);
  const { browser, page } = begun;
  await answerPage(issuer, begun, { email: 'a@example.com' });
  const resume = page.url.replace('/interaction/', '/auth/');
  const visits = [
    await browser.visit(page.url),
    await browser.submit(page.url, { email: 'a@example.com' }),
    await browser.visit(resume),
    await (await beginSignIn(issuer)).browser.visit(page.url),
    await browser.visit(`${issuer.issuerUrl}/interaction/nonsense`),
  ];
  for (const visit of visits) {
    expect(visit.status).toBe(410);
    expect(visit.text).toContain('This sign-in is over');
    expect(visit.text).toContain(`href="${new URL('/', issuer.issuerUrl).href}"`);
    expect(visit.headers.get('content-security-policy')).toContain(`default-src 'none'`);
  }
});

it('reads no more of a form than a valid one can contain', async () => {
  const { browser, page } = await beginSignIn(issuer);
  const response = await browser.submit(page.url, { email: 'a@example.com', name: 'x'.repeat(20_000) });
  expect(response.status).toBe(400);
});
