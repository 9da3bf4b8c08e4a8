import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** A request as received. */
export interface ReceivedRequest {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
}

export interface VendorResponse {
  status: number;
  headers?: Record<string, string>;
  body: unknown;
}

/** A way to misbehave on one request. */
export type Fault =
  /** A response other than vectors. */
  | { kind: 'answer'; answer: VendorResponse }
  /** The vectors, modified. */
  | { kind: 'spoil'; spoil: (vectors: number[][]) => unknown[] }
  /** Verbatim, whatever it is. */
  | { kind: 'raw'; text: string }
  /** Nothing, until the client disconnects. */
  | { kind: 'silence' }
  /** Headers, and then a broken connection. */
  | { kind: 'cut' }
  /** One byte at a time, slowly. */
  | { kind: 'drip' }
  /** An endless response. */
  | { kind: 'flood' };

/** How a vendor's API validates and answers requests. */
export interface VendorInterface {
  /** A request's violation of the vendor's documentation; undefined for a valid one. */
  refusal(request: ReceivedRequest): VendorResponse | undefined;
  texts(request: ReceivedRequest): string[];
  dimensions(request: ReceivedRequest): number;
  answer(vectors: unknown[]): unknown;
}

/** A vendor that behaves as documented, and misbehaves the way vendors do. */
export class FakeVendor {
  readonly received: ReceivedRequest[] = [];
  /** For the next requests, one each. */
  readonly faults: Fault[] = [];
  /** For every request while set. */
  lastingFault: Fault | undefined;
  /** Requests in flight, and their maximum. */
  underWay = 0;
  mostUnderWay = 0;
  /** While set, responses wait until it resolves. */
  gate: Promise<void> | undefined;

  private constructor(
    private readonly server: Server,
    private readonly vendor: VendorInterface,
  ) {}

  static async start(vendor: VendorInterface): Promise<FakeVendor> {
    const server = createServer();
    const fake = new FakeVendor(server, vendor);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      void fake.handle(request, response);
    });
    await fake.listen(0);
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Texts of all requests. */
  get texts(): string[] {
    return this.received.flatMap((request) => this.vendor.texts(request));
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private listen(port: number): Promise<void> {
    return new Promise((resolve) => this.server.listen(port, '127.0.0.1', resolve));
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const request: ReceivedRequest = {
      method: incoming.method!,
      path: incoming.url!,
      headers: incoming.headers,
      body: (await buffer(incoming)).toString(),
    };
    this.received.push(request);
    this.underWay += 1;
    this.mostUnderWay = Math.max(this.mostUnderWay, this.underWay);
    await this.gate;
    this.underWay -= 1;
    const refusal = this.vendor.refusal(request);
    if (refusal) return answer(response, refusal);
    const vectors = this.vendor
      .texts(request)
      .map((text) => directionOf(text, this.vendor.dimensions(request)));
    const fault = this.faults.shift() ?? this.lastingFault;
    if (fault && fault.kind !== 'spoil') return misbehave(response, fault);
    const spoiled = fault ? fault.spoil(vectors) : vectors;
    return answer(response, { status: 200, body: this.vendor.answer(spoiled) });
  }
}

/** A text's own direction, shared with no other text; not of length 1. */
export function directionOf(text: string, dimensions: number): number[] {
  const digest = createHash('sha512').update(text).digest();
  return Array.from(
    { length: dimensions },
    (_, index) => (digest[index % digest.length]! - 127.5) * (1 + index),
  );
}

function answer(response: ServerResponse, { status, headers, body }: VendorResponse): void {
  // With line breaks, as in responses of Google's servers.
  const text = typeof body === 'string' ? body : JSON.stringify(body, undefined, 2);
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(text);
}

function misbehave(response: ServerResponse, fault: Exclude<Fault, { kind: 'spoil' }>): void {
  switch (fault.kind) {
    case 'answer':
      return answer(response, fault.answer);
    case 'raw':
      return answer(response, { status: 200, body: fault.text });
    case 'silence':
      return;
    case 'cut':
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
      response.write('{"data": [', () => response.destroy());
      return;
    case 'drip':
      repeat(response, ' ', 20);
      return;
    case 'flood':
      repeat(response, ' '.repeat(256 * 1024), 0);
      return;
  }
}

function repeat(response: ServerResponse, text: string, pauseMs: number): void {
  response.writeHead(200, { 'content-type': 'application/json' });
  const write = () => {
    if (response.destroyed) return;
    response.write(text, () => setTimeout(write, pauseMs));
  };
  write();
}
