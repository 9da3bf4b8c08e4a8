import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Webhook receivers, each on its own host (a loopback address), some of which never answer. */
export class WebhookReceivers {
  /** First arrival of each signal in epoch milliseconds, by saved search (the URL's path) and signal. */
  readonly arrivals = new Map<string, number>();
  /** Number of repeated arrivals of a signal at the same saved search. */
  repeated = 0;
  private readonly server = createServer((request, response) => {
    if (request.url!.startsWith('/hanging/')) return;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const now = Date.now();
      const event = JSON.parse(Buffer.concat(chunks).toString()) as { data: { items: { id: string }[] } };
      for (const { id } of event.data.items) {
        const arrival = `${request.url} ${id}`;
        if (this.arrivals.has(arrival)) this.repeated += 1;
        else this.arrivals.set(arrival, now);
      }
      response.writeHead(204).end();
    });
  });

  async start(): Promise<void> {
    await new Promise<void>((done) => this.server.listen(0, '0.0.0.0', done));
  }

  /** @param index of the host, below 60,000. */
  static hostOf(index: number): string {
    return `127.1.${index >> 8}.${index & 255}`;
  }

  urlOf(index: number, path: string): string {
    return `http://${WebhookReceivers.hostOf(index)}:${(this.server.address() as AddressInfo).port}${path}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }
}
