import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A proxy in front of a system that drops responses on demand and serves its own pages and scripts. */
export class ForwardingServer {
  /** Statuses of the responses forwarded so far. */
  readonly statuses: number[] = [];
  private lost = 0;
  private everyLost = Infinity;
  private readonly pages = new Map<string, { type: string; text: string }>();
  private readonly directories = new Map<string, (name: string) => string>();

  private constructor(
    readonly url: string,
    private readonly target: string,
    private readonly server: Server,
  ) {}

  static async start(target: string): Promise<ForwardingServer> {
    const server = createServer((request, response) => void forwarding.answer(request, response));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const forwarding = new ForwardingServer(url, target, server);
    return forwarding;
  }

  /** Drops the next responses: the system sends them, but the connection breaks. */
  dropResponses(count: number): void {
    this.lost = count;
  }

  /** From now on, drops about every third response. */
  dropEvery(count: number): void {
    this.statuses.length = 0;
    this.everyLost = count;
  }

  restore(): void {
    this.lost = 0;
    this.everyLost = Infinity;
  }

  serve(path: string, type: string, text: string): void {
    this.pages.set(path, { type, text });
  }

  /** Serves scripts below a path. */
  serveBelow(path: string, read: (name: string) => string): void {
    this.directories.set(path, read);
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = request.url!;
    const page = this.pages.get(url);
    if (page) {
      response.writeHead(200, { 'content-type': page.type }).end(page.text);
      return;
    }
    for (const [path, read] of this.directories) {
      if (!url.startsWith(path)) continue;
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(read(url.slice(path.length)));
      return;
    }
    const headers = Object.entries(request.headers).filter(([name]) => !HOP_BY_HOP.has(name));
    const sent = await buffer(request);
    const answer = await fetch(`${this.target}${url}`, {
      method: request.method!,
      headers: headers as [string, string][],
      ...(sent.length > 0 && { body: sent }),
    });
    const body = Buffer.from(await answer.arrayBuffer());
    this.statuses.push(answer.status);
    if (this.lost > 0 || this.statuses.length % this.everyLost === 0) {
      this.lost = Math.max(0, this.lost - 1);
      request.socket.destroy();
      return;
    }
    const kept = [...answer.headers].filter(([name]) => !HOP_BY_HOP.has(name));
    response.writeHead(answer.status, Object.fromEntries(kept)).end(body);
  }
}

/** Also the encoding and length, which no longer apply once fetch has decoded the body. */
const HOP_BY_HOP = new Set([
  ...['host', 'connection', 'keep-alive', 'transfer-encoding'],
  ...['content-encoding', 'content-length'],
]);
