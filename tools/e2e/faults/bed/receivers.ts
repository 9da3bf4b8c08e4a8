import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { verifyWebhook } from '@heliograph/sdk';
import type { Random } from '../plan/random';

const HOST = '127.0.0.1';
/** Shorter than the attempt's timeout. */
const SLOW_MS = 700;
const FAILURE_PROBABILITY = 0.4;

/** How receivers misbehave, each in its own way. */
const FAULTS = {
  none: (response) => taken(response),
  fails: (response) => {
    response.writeHead(500).end();
    return false;
  },
  redirects: (response) => {
    response.writeHead(302, { location: '/elsewhere' }).end();
    return false;
  },
  cuts: (response) => {
    response.socket!.destroy();
    return false;
  },
  'is slow': async (response) => {
    await delay(SLOW_MS);
    return taken(response);
  },
  // The sender gives up.
  hangs: () => false,
} as const satisfies Record<string, (response: ServerResponse) => boolean | Promise<boolean>>;

type ReceiverFault = keyof typeof FAULTS;

export const RECEIVER_FAULTS = Object.keys(FAULTS) as ReceiverFault[];

/** A webhook as a receiver got it. */
export interface Received {
  savedSearchId: string;
  /** `webhook-id`. */
  deliveryId: string;
  signalIds: string[];
  /** Whether the receiver answered 2xx. */
  isTaken: boolean;
}

/** Receivers of webhooks, one for each path, that misbehave at times until they are healed. */
export class Receivers {
  /** In the order of their arrival. */
  readonly received: Received[] = [];
  /** Invalid requests, which receivers must never get. */
  readonly refused: string[] = [];
  private readonly secrets = new Map<string, string>();
  private isHealed = false;

  private constructor(
    private readonly server: Server,
    private readonly random: Random,
  ) {}

  static async start(random: Random): Promise<Receivers> {
    const server = createServer();
    const receivers = new Receivers(server, random);
    server.on('request', (request, response) => {
      receivers.receive(request, response).catch((error: unknown) => {
        receivers.refused.push(`${request.url}: ${String(error)}`);
        response.writeHead(400).end();
      });
    });
    server.listen(0, HOST);
    await once(server, 'listening');
    return receivers;
  }

  /** Host and port. */
  get address(): string {
    return `${HOST}:${(this.server.address() as AddressInfo).port}`;
  }

  urlOf(fault: ReceiverFault): string {
    return `http://${this.address}/${encodeURIComponent(fault)}`;
  }

  /** Requests to this receiver must carry a signature with this secret. */
  setSecret(fault: ReceiverFault, secret: string): void {
    this.secrets.set(fault, secret);
  }

  /** From now on, all of them behave. */
  heal(): void {
    this.isHealed = true;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private async receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const fault = decodeURIComponent(request.url!.slice(1)) as ReceiverFault;
    const body = await bytesOf(request);
    // A truncated body has no valid signature, and its sender no longer waits.
    if (!request.complete) return;
    const { data } = await verifyWebhook(this.secrets.get(fault) ?? [], request.headers, body);
    const misbehaves = !this.isHealed && this.random.chance(FAILURE_PROBABILITY);
    const received: Received = {
      savedSearchId: data.savedSearch.id,
      deliveryId: String(request.headers['webhook-id']),
      signalIds: (data.items as { id: string }[]).map(({ id }) => id),
      isTaken: false,
    };
    this.received.push(received);
    received.isTaken = await (misbehaves ? FAULTS[fault](response) : taken(response));
  }
}

function taken(response: ServerResponse): boolean {
  response.writeHead(204).end();
  return true;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  try {
    for await (const part of request) parts.push(part as Buffer);
  } catch {
    // The sender was killed.
  }
  return Buffer.concat(parts);
}
