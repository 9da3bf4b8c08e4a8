import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface SeenRequest {
  url: string;
  headers: IncomingHttpHeaders;
}

/** What the server does with one request. */
type Turn = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that answers as it is told, one turn a request; the last turn goes on for ever. */
export class ScriptedServer {
  readonly seen: SeenRequest[] = [];
  private turns: Turn[] = [];

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(): Promise<ScriptedServer> {
    const server = createServer((request, response) => {
      scripted.seen.push({ url: request.url ?? '', headers: request.headers });
      const turn = scripted.turns.length > 1 ? scripted.turns.shift() : scripted.turns[0];
      turn?.(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const scripted = new ScriptedServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    return scripted;
  }

  /** Begins a new script, and forgets what was seen. */
  play(...turns: Turn[]): void {
    this.turns = turns;
    this.seen.length = 0;
  }

  /** The Idempotency-Keys that came, one a request. */
  get keys(): unknown[] {
    return this.seen.map(({ headers }) => headers['idempotency-key']);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

const emptyPage = { data: { items: [], nextCursor: null } };

/** A success. */
export function answer(body: unknown = emptyPage, headers: Record<string, string> = {}): Turn {
  return (_request, response) => {
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'x-request-id': 'request-1',
      'x-records-consumed': '3',
      'x-records-remaining': '97',
      'x-ratelimit-limit': '300',
      'x-ratelimit-remaining': '299',
      'x-ratelimit-reset': '1795168920',
      ...headers,
    });
    response.end(JSON.stringify(body));
  };
}

/** A problem document. */
export function problem(
  status: number,
  code: string,
  headers: Record<string, string> = {},
  more: object = {},
): Turn {
  return (_request, response) => {
    response.writeHead(status, {
      'content-type': 'application/problem+json',
      'x-request-id': 'request-2',
      ...headers,
    });
    response.end(
      JSON.stringify({ type: 'about:blank', title: code, status, detail: `It is ${code}.`, code, ...more }),
    );
  };
}

/** Drops the connection without a word. */
export const hangUp: Turn = (request) => {
  request.socket.destroy();
};

/** Breaks off in the middle of the body. */
export const breakOff: Turn = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":', () => request.socket.destroy());
};

/** Never answers. */
export const silence: Turn = () => {};
