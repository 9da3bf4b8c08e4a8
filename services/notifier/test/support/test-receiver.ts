import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

interface Received {
  headers: IncomingHttpHeaders;
  body: string;
  items: string[];
  type: string;
}

/** A receiver that verifies webhooks with the Standard Webhooks library. */
export class TestReceiver {
  readonly received: Received[] = [];
  secrets: string[] = [];
  answer: (response: ServerResponse, received: Received) => void = (response) =>
    response.writeHead(204).end();

  /** @param host to listen on and to use in its URL. */
  constructor(private readonly host = '127.0.0.1') {}

  private readonly server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const headers = request.headers as Record<string, string>;
      for (const secret of this.secrets) new Webhook(secret).verify(body, headers);
      const event = JSON.parse(body) as { type: string; data: { items: { id: string }[] } };
      const received = { headers, body, items: event.data.items.map(({ id }) => id), type: event.type };
      this.received.push(received);
      this.answer(response, received);
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, this.host, done));
  }

  get url(): string {
    return `http://${this.host}:${(this.server.address() as AddressInfo).port}/hook`;
  }

  /** Ids of signals in order of arrival. */
  get items(): string[] {
    return this.received.flatMap(({ items }) => items);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
