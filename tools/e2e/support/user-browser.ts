import { chromiumPath } from '@heliograph/testing';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { issuerForm } from './http-user';
import type { RunningSystem } from './running-system';

/** Longer than any page takes on a busy machine; makes a single step fail instead of the whole test. */
const STEP_TIMEOUT_MS = 20_000;

/** A real browser for a system's users. */
export class UserBrowser {
  private constructor(
    private readonly browser: Browser,
    private readonly system: RunningSystem,
  ) {}

  static async launch(system: RunningSystem): Promise<UserBrowser> {
    const browser = await chromium.launch({
      executablePath: chromiumPath()!,
      // A test browser must not fetch or report anything; its sandbox is unavailable to root.
      args: [
        '--no-sandbox',
        '--disable-background-networking',
        '--disable-component-update',
        '--no-first-run',
      ],
    });
    return new UserBrowser(browser, system);
  }

  /** A visitor with a new browser profile, not signed in. */
  async newVisitor(options: BrowserContextOptions = {}): Promise<Person> {
    const context = await this.browser.newContext({ baseURL: this.system.dashboardUrl, ...options });
    context.setDefaultTimeout(STEP_TIMEOUT_MS);
    return new Person(this.system, context, await context.newPage());
  }

  /** A user with a new account, signed in, with no page open yet. */
  async newUser(options: BrowserContextOptions = {}): Promise<Person> {
    const person = await this.newVisitor(options);
    await person.signInWithoutPages(`${crypto.randomUUID()}@people.example`);
    return person;
  }

  async close(): Promise<void> {
    await this.browser.close();
  }
}

/** A browser profile, its page, and the errors on it. */
export class Person {
  /** Exceptions in scripts, and what the browser blocked under the page's Content-Security-Policy. */
  readonly issues: string[] = [];
  email = '';

  constructor(
    private readonly system: RunningSystem,
    readonly context: BrowserContext,
    readonly page: Page,
  ) {
    page.on('pageerror', (error) => this.issues.push(String(error)));
    page.on('console', (message) => {
      if (/Content.Security.Policy/i.test(message.text())) this.issues.push(message.text());
    });
  }

  /** Opens a dashboard page and waits for its heading. */
  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.getByRole('heading', { level: 1 }).waitFor();
  }

  /** Signs in with the development issuer, starting from the dashboard's own sign-in page, and ends on the overview. */
  async signIn(email: string, { asOperator = false, name = '' } = {}): Promise<void> {
    await this.open('/sign-in');
    await this.page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await this.fillIssuer(email, { asOperator, name });
    await this.page.waitForURL(`${this.system.dashboardUrl}/`);
    await this.page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  }

  /** Sets the cookies of a completed sign-in, for tests of other things. */
  async signInWithoutPages(email: string, { asOperator = false } = {}): Promise<void> {
    this.email = email;
    const { request } = this.context;
    const page = await request.get('/auth/sign-in');
    const form = issuerForm(
      { url: page.url(), text: await page.text() },
      { email, ...(asOperator && { operator: 'yes' }) },
    );
    const signedIn = await request.post(form.url, {
      form: form.fields,
      headers: { Origin: new URL(form.url).origin },
    });
    if (signedIn.url() !== `${this.system.dashboardUrl}/`)
      throw new Error(`signing in ended at ${signedIn.url()} with ${signedIn.status()}`);
  }

  /** Completes the issuer's page. */
  async fillIssuer(email: string, { asOperator = false, name = '' } = {}): Promise<void> {
    this.email = email;
    await this.page.getByLabel('Email').fill(email);
    if (name !== '') await this.page.getByLabel('Name').fill(name);
    if (asOperator) await this.page.getByLabel('Sign in as operator').check();
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Calls `/api/app/v1` with this person's cookie, as the pages do. */
  async api<Data>(path: string): Promise<{ status: number; data: Data }> {
    const response = await this.context.request.get(`/api/app/v1${path}`);
    const body = (await response.json()) as { data: Data };
    return { status: response.status(), data: body.data };
  }

  /** Changes something under `/api/app/v1`, as another tab would. */
  async change<Data>(method: 'POST' | 'PUT' | 'PATCH', path: string, data: unknown): Promise<Data> {
    const { csrfToken } = (await this.api<{ csrfToken: string }>('/session')).data;
    const response = await this.context.request.fetch(`/api/app/v1${path}`, {
      method,
      data,
      headers: { 'X-CSRF-Token': csrfToken, Origin: this.system.dashboardUrl },
    });
    if (!response.ok()) throw new Error(`${method} ${path}: ${response.status()} ${await response.text()}`);
    return ((await response.json()) as { data: Data }).data;
  }

  async accountId(): Promise<string> {
    return (await this.api<{ account: { id: string } }>('/session')).data.account.id;
  }

  async close(): Promise<void> {
    await this.context.close();
  }
}
