import { describeWith, startBeforeAll } from '@heliograph/testing';
import { sharedSystem } from '../support/shared-system';
import { UserBrowser } from '../support/user-browser';

/** Pages, and a request that the server makes the browser preload with the document. */
const PAGES = [
  ['/', '/overview'],
  ['/', '/keys'],
  ['/keys', '/keys'],
  ['/usage', '/usage'],
  ['/billing', '/billing'],
  ['/activities', '/activities?limit=25'],
  ['/saved-searches', '/saved-searches'],
  ['/settings', '/members'],
  ['/settings', '/sessions'],
  ['/companies/acme-robotics', '/activities/companies/acme-robotics'],
  ['/companies/acme-robotics', '/activities?companySlug=acme-robotics&limit=25'],
  [
    '/companies/acme-robotics',
    '/activities?companySlug=acme-robotics&countOnly=true&facets=category%2Cmonth',
  ],
  ['/operator', '/operator/console'],
] as const;

describeWith('chromium', "a page's first requests", () => {
  const system = startBeforeAll(sharedSystem);
  const browser = startBeforeAll(() => UserBrowser.launch(system));

  it('preloads what blocks the first paint before anything else', async () => {
    const response = await fetch(`${system.dashboardUrl}/activities`);
    const blocking = [
      ...(await response.text()).matchAll(
        /<script src="([^"]+)"|<link rel="stylesheet"[^>]* href="([^"]+)"/g,
      ),
    ].map(([, script, style]) => script ?? style);
    const named = [...(response.headers.get('link') ?? '').matchAll(/<([^>]+)>/g)].map(([, path]) => path);
    expect(blocking.length).toBeGreaterThan(1);
    expect(named.slice(0, blocking.length).sort()).toEqual(blocking.sort());
  });

  it.each(PAGES)('%s starts loading %s with the document, and does not repeat it', async (path, request) => {
    const person = await browser.newVisitor();
    await person.signInWithoutPages('first-requests@people.example', { asOperator: true });
    const { page } = person;
    const addressOf = (each: string) => `${system.dashboardUrl}/api/app/v1${each}`;

    await page.route('**/assets/*.js', (route) => route.abort());
    const withoutScripts = page.waitForRequest(addressOf(request));
    await page.goto(path);
    await withoutScripts;

    await page.unroute('**/assets/*.js');
    const requested: string[] = [];
    page.on('request', (each) => requested.push(each.url()));
    await person.open(path);
    await page.waitForLoadState('networkidle');
    for (const each of ['/session', request])
      expect([each, requested.filter((url) => url === addressOf(each)).length]).toEqual([each, 1]);
    await person.close();
  });
});
