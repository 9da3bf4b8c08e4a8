import { chromiumPath } from '@heliograph/testing';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, resolve } from 'node:path';
import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';

/** The built site. */
export const directory = resolve(__dirname, '../../dist');
const dashboard = resolve(__dirname, '../../../dashboard/dist');

export const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
export const desktop = { viewport: { width: 1280, height: 900 } };

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; connect-src 'self'; " +
  "form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
};

/** A browser, and the built site as the dashboard service serves it. */
export class SiteBrowser {
  /** Errors the browser reports during a visit. */
  readonly complaints: string[] = [];

  private constructor(
    private readonly server: Server,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<SiteBrowser> {
    const server = createServer((request, response) => {
      const { pathname } = new URL(request.url!, 'http://docs');
      const name = pathname.replace(/^\/docs\/?/, '') || 'index';
      // The dashboard's files share the origin.
      const wanted = pathname.startsWith('/assets/')
        ? join(dashboard, pathname)
        : join(directory, extname(name) === '' ? `${name}.html` : name);
      const isThere = existsSync(wanted);
      const file = isThere ? wanted : join(directory, 'not-found.html');
      response.writeHead(isThere ? 200 : 404, {
        'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8',
        'content-security-policy': POLICY,
      });
      response.end(readFileSync(file));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const browser = await chromium.launch({
      executablePath: chromiumPath()!,
      args: ['--no-sandbox', '--disable-background-networking'],
    });
    return new SiteBrowser(server, browser);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Runs with a page of the site open; any error in the browser fails the test. */
  async visit(
    path: string,
    options: BrowserContextOptions,
    act: (page: Page) => Promise<void>,
  ): Promise<void> {
    const context = await this.browser.newContext(options);
    const page = await context.newPage();
    this.complaints.length = 0;
    page.on('console', (message) => message.type() === 'error' && this.complaints.push(message.text()));
    page.on('pageerror', (error) => this.complaints.push(String(error)));
    try {
      await page.goto(`${this.url}${path}`);
      if (options.javaScriptEnabled !== false) await isAlive(page);
      await act(page);
      expect(this.complaints).toEqual([]);
    } finally {
      await context.close();
    }
  }

  async stop(): Promise<void> {
    await this.browser.close();
    this.server.closeAllConnections();
    this.server.close();
  }
}

/** Waits until the page's scripts have started. */
export const isAlive = (page: Page) => page.waitForFunction("document.querySelector('#app')?.__vue_app__");
