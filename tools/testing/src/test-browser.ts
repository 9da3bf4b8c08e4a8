/** One response, with redirects not followed. */
export interface Visit {
  url: string;
  status: number;
  headers: Headers;
  text: string;
  /** A redirect's full target; undefined for any other response. */
  location: string | undefined;
}

interface Cookie {
  host: string;
  path: string;
  name: string;
  value: string;
}

/**
 * Just enough of a browser for sign-ins, without scripts: keeps cookies by host and path, follows redirects, and
 * submits forms.
 */
export class TestBrowser {
  private cookies: Cookie[] = [];

  /** Sends one request. */
  async visit(url: string, init: RequestInit = {}): Promise<Visit> {
    const headers = new Headers(init.headers);
    headers.set('accept', headers.get('accept') ?? 'text/html');
    const cookies = this.cookiesFor(url);
    if (cookies !== '') headers.set('cookie', cookies);
    const response = await fetch(url, { ...init, headers, redirect: 'manual' });
    for (const line of response.headers.getSetCookie()) this.keep(url, line);
    const location = response.headers.get('location');
    return {
      url,
      status: response.status,
      headers: response.headers,
      text: await response.text(),
      location: location === null ? undefined : new URL(location, url).href,
    };
  }

  /**
   * Visits a URL and follows redirects.
   *
   * @param until matches the redirect target to stop at; that redirect is returned.
   */
  async follow(url: string, until: (target: string) => boolean = () => false): Promise<Visit> {
    return this.followFrom(await this.visit(url), until);
  }

  /** Submits a form, like `follow`. */
  async submit(
    url: string,
    fields: Record<string, string>,
    until: (target: string) => boolean = () => false,
  ): Promise<Visit> {
    const body = new URLSearchParams(fields);
    return this.followFrom(await this.visit(url, { method: 'POST', body }), until);
  }

  /** The value of a cookie that would be sent to this URL. */
  cookie(url: string, name: string): string | undefined {
    return this.matching(url).find((cookie) => cookie.name === name)?.value;
  }

  /** The cookies that would be sent to this URL whose names begin with a prefix, as `name=value`; oldest first. */
  cookiesNamed(url: string, prefix: string): string[] {
    const cookies = this.matching(url).filter(({ name }) => name.startsWith(prefix));
    return cookies.map(({ name, value }) => `${name}=${value}`);
  }

  private async followFrom(first: Visit, until: (target: string) => boolean): Promise<Visit> {
    let visit = first;
    for (let redirects = 0; visit.location !== undefined && !until(visit.location); redirects += 1) {
      if (redirects === 20)
        throw new Error(`redirected more than 20 times, most recently to ${visit.location}`);
      visit = await this.visit(visit.location);
    }
    return visit;
  }

  private matching(url: string): Cookie[] {
    const { host, pathname } = new URL(url);
    return this.cookies
      .filter((cookie) => cookie.host === host && isWithin(pathname, cookie.path))
      .sort((one, other) => other.path.length - one.path.length);
  }

  private cookiesFor(url: string): string {
    return this.matching(url)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  }

  private keep(url: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/;\s*/);
    const [name = '', ...rest] = pair.split('=');
    const attribute = (wanted: string) =>
      attributes.map((text) => text.split('=')).find(([key]) => key?.toLowerCase() === wanted)?.[1];
    const { host, pathname } = new URL(url);
    const path = attribute('path') ?? (pathname.replace(/\/[^/]*$/, '') || '/');
    this.cookies = this.cookies.filter(
      (cookie) => cookie.host !== host || cookie.path !== path || cookie.name !== name,
    );
    const expires = attribute('expires');
    const isOver =
      attribute('max-age') === '0' || (expires !== undefined && Date.parse(expires) <= Date.now());
    if (!isOver) this.cookies.push({ host, path, name, value: rest.join('=') });
  }
}

/** RFC 6265, section 5.1.4. */
function isWithin(pathname: string, path: string): boolean {
  return pathname === path || pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
}
