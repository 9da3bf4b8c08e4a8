/** Redirects of one sign-in; more indicate a loop. */
const MAXIMUM_REDIRECTS = 12;

/**
 * A dashboard user without a browser: cookies, redirects, and the development issuer's form. For tests that need a
 * signed-in user but do not test the pages.
 */
export class HttpUser {
  private readonly cookies = new Map<string, string>();
  private csrfToken = '';

  private constructor(
    private readonly dashboardUrl: string,
    readonly email: string,
  ) {}

  static async signIn(
    dashboardUrl: string,
    email = `${crypto.randomUUID()}@people.example`,
  ): Promise<HttpUser> {
    const person = new HttpUser(dashboardUrl, email);
    const page = await person.follow(`${dashboardUrl}/auth/sign-in`);
    const form = issuerForm(page, { email });
    await person.follow(form.url, new URLSearchParams(form.fields));
    person.csrfToken = (await person.api<{ csrfToken: string }>('GET', '/session')).csrfToken;
    return person;
  }

  /** Calls `/api/app/v1` as the pages do. */
  async api<Data>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown): Promise<Data> {
    const response = await this.send(`${this.dashboardUrl}/api/app/v1${path}`, {
      method,
      headers: {
        'X-CSRF-Token': this.csrfToken,
        Origin: this.dashboardUrl,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path} answered ${response.status}: ${text}`);
    return (text === '' ? undefined : (JSON.parse(text) as { data: Data }).data) as Data;
  }

  private async follow(url: string, form?: URLSearchParams): Promise<{ url: string; text: string }> {
    let response = await this.send(
      url,
      form ? { method: 'POST', body: form, headers: { Origin: new URL(url).origin } } : {},
    );
    let at = url;
    for (let hops = 0; response.status >= 300 && response.status < 400; hops += 1) {
      if (hops === MAXIMUM_REDIRECTS) throw new Error(`${url} redirects without an end`);
      await response.arrayBuffer();
      at = new URL(response.headers.get('location') ?? '', at).href;
      response = await this.send(at, {});
    }
    const text = await response.text();
    if (!response.ok) throw new Error(`${at} answered ${response.status}: ${text}`);
    return { url: at, text };
  }

  private async send(url: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (this.cookies.size > 0)
      headers.set('Cookie', [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      const isGone =
        value === '' || /;\s*max-age=0/i.test(cookie) || /;\s*expires=Thu, 01 Jan 1970/i.test(cookie);
      if (name === undefined) continue;
      if (isGone) this.cookies.delete(name);
      else this.cookies.set(name, value!);
    }
    return response;
  }
}

/** The development issuer's form as its page submits it. */
export function issuerForm(
  page: { url: string; text: string },
  filledIn: Record<string, string>,
): { url: string; fields: Record<string, string> } {
  const action = /<form[^>]*action="([^"]*)"/.exec(page.text)?.[1] ?? page.url;
  const hidden = page.text.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return {
    url: new URL(action.replaceAll('&amp;', '&'), page.url).href,
    fields: { ...filledIn, ...Object.fromEntries([...hidden].map(([, name, value]) => [name!, value!])) },
  };
}
