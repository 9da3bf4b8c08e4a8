import { createHash, timingSafeEqual } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { CliError } from '../failure';
import { closingPage, CLOSING_PAGE_HEADERS, type ClosingPage } from './closing-page';

/** What the browser returned: a code, or an error (RFC 6749, section 4.1.2). */
export type Callback = { code: string } | { error: string; description: string };

const PATH = '/callback';
const PAGE_TIMEOUT_MS = 3_000;

/**
 * Listens on the loopback interface for the browser's redirect (RFC 8252, section 7.3). The browser's request stays
 * open until the login is done, so its page shows the real outcome.
 */
export class LoopbackListener {
  private readonly arrival: Promise<{ callback: Callback; response: ServerResponse }>;
  private arrive!: (arrived: { callback: Callback; response: ServerResponse }) => void;
  private isAnswered = false;

  private constructor(
    private readonly server: Server,
    private readonly state: string,
  ) {
    this.arrival = new Promise((resolve) => (this.arrive = resolve));
    server.on('request', (request, response) => this.handle(request, response));
  }

  /**
   * @param state the browser must return it: other users of this machine, and other sites, can also reach the port.
   * @param port 0 for any free one.
   * @throws CliError when the port is taken.
   */
  static async open(state: string, port = 0): Promise<LoopbackListener> {
    const server = createServer({ requestTimeout: 10_000, headersTimeout: 10_000, maxHeaderSize: 16_384 });
    const listener = new LoopbackListener(server, state);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen({ host: '127.0.0.1', port }, resolve);
    }).catch((error: unknown) => {
      throw new CliError(
        `Could not open a local port for the browser redirect: ${(error as Error).message}`,
        {
          code: 'no_port',
          remedy: 'Log in without one: signals login --device',
          cause: error,
        },
      );
    });
    return listener;
  }

  get redirectUri(): string {
    return `http://127.0.0.1:${this.port}${PATH}`;
  }

  /** Waits for the browser. */
  async callback(): Promise<Callback> {
    return (await this.arrival).callback;
  }

  /** Shows the outcome in the browser, if it returned, and stops listening. */
  async close(page?: ClosingPage): Promise<void> {
    const response = page && this.isAnswered ? (await this.arrival).response : undefined;
    if (page && response && !response.destroyed) {
      // Don't wait forever for a browser that is gone or does not read.
      const sent = once(response, 'close', { signal: AbortSignal.timeout(PAGE_TIMEOUT_MS) });
      send(response, page.isSuccess ? 200 : 400, page);
      await sent.catch(() => undefined);
    }
    this.server.close();
    this.server.closeAllConnections();
  }

  private get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  private handle(request: IncomingMessage, response: ServerResponse): void {
    const target = request.url ?? '/';
    const url = URL.canParse(target, this.redirectUri) ? new URL(target, this.redirectUri) : undefined;
    // Reject host names that resolve to 127.0.0.1 (DNS rebinding).
    const isAddressed = request.headers.host === `127.0.0.1:${this.port}`;
    if (!isAddressed || request.method !== 'GET' || url?.pathname !== PATH) {
      send(response, 404, { isSuccess: false, heading: 'Not found', text: 'There is nothing here.' });
      return;
    }
    const parameters = url.searchParams;
    if (!isSame(parameters.get('state') ?? '', this.state) || this.isAnswered) {
      // Keep waiting: the request may be from someone else.
      send(response, 400, {
        isSuccess: false,
        heading: 'This page belongs to another login',
        text: 'Go back to the terminal and open the address shown there.',
      });
      return;
    }
    const callback = readCallback(parameters);
    this.isAnswered = true;
    this.arrive({ callback, response });
  }
}

function readCallback(parameters: URLSearchParams): Callback {
  const code = parameters.get('code');
  if (code && !parameters.has('error')) return { code };
  return {
    error: parameters.get('error') ?? 'invalid_response',
    description: parameters.get('error_description') ?? '',
  };
}

function send(response: ServerResponse, status: number, page: ClosingPage): void {
  response.writeHead(status, CLOSING_PAGE_HEADERS).end(closingPage(page));
}

/** Compares in constant time. */
function isSame(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}
