import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

interface SeenRequest {
  method: string;
  url: string;
  headers: IncomingHttpHeaders;
  /** Parsed; null without a body. */
  body: unknown;
}

/** What the server does with one request. */
export type Turn = (request: IncomingMessage, response: ServerResponse) => void;

/** An HTTP server that follows a script, one turn per request; the last turn repeats forever. */
export class ScriptedServer {
  readonly seen: SeenRequest[] = [];
  private turns: Turn[] = [];

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async start(): Promise<ScriptedServer> {
    const take: (...of: Parameters<Turn>) => Promise<void> = async (request, response) => {
      const { method = '', url = '', headers } = request;
      const text = await readText(request);
      scripted.seen.push({ method, url, headers, body: text ? (JSON.parse(text) as unknown) : null });
      const turn = scripted.turns.length > 1 ? scripted.turns.shift() : scripted.turns[0];
      turn?.(request, response);
    };
    const server = createServer((request, response) => void take(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const scripted = new ScriptedServer(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, server);
    return scripted;
  }

  /** Starts a new script, and forgets earlier requests. */
  play(...turns: Turn[]): void {
    this.turns = turns;
    this.seen.length = 0;
  }

  /** The Idempotency-Keys received, one per request. */
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

/** Headers; null removes one. */
type Headers = Readonly<Record<string, string | null>>;

/** A success. */
export function answer(body: unknown = emptyPage, headers: Headers = {}, status = 200): Turn {
  return (_request, response) => {
    response.writeHead(
      status,
      given({
        'content-type': 'application/json; charset=utf-8',
        'x-request-id': 'request-1',
        'x-records-consumed': '3',
        'x-records-remaining': '97',
        'x-ratelimit-limit': '300',
        'x-ratelimit-remaining': '299',
        'x-ratelimit-reset': '1795168920',
        ...headers,
      }),
    );
    response.end(status === 204 || status === 304 ? undefined : JSON.stringify(body));
  };
}

/** A problem document. */
export function problem(status: number, code: string, headers: Headers = {}, more: object = {}): Turn {
  return (_request, response) => {
    response.writeHead(
      status,
      given({ 'content-type': 'application/problem+json', 'x-request-id': 'request-2', ...headers }),
    );
    response.end(
      JSON.stringify({ type: 'about:blank', title: code, status, detail: `It is ${code}.`, code, ...more }),
    );
  };
}

/** A response from something other than the API. */
export function foreign(status: number, text: string, headers: Headers = {}): Turn {
  return (_request, response) => void response.writeHead(status, given(headers)).end(text);
}

/** Signals 1 to `total`, in pages of the limit; the cursor is the next number. */
export function pages(total: number): Turn {
  return (request, response) => {
    const query = new URL(request.url!, 'http://x').searchParams;
    const from = Number(query.get('cursor') ?? 1);
    const to = Math.min(from + Number(query.get('limit') ?? 50) - 1, total);
    const items = Array.from({ length: to - from + 1 }, (_, index) => ({ id: String(from + index) }));
    const nextCursor = to < total ? String(to + 1) : null;
    answer({ data: { items, nextCursor } })(request, response);
  };
}

function given(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).filter((entry): entry is [string, string] => entry[1] !== null),
  );
}

/** Drops the connection silently. */
export const hangUp: Turn = (request) => {
  request.socket.destroy();
};

/** Breaks off halfway through the body. */
export const breakOff: Turn = (request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write('{"data":', () => request.socket.destroy());
};

/** Never answers. */
export const silence: Turn = () => {};
