import type { Customers } from '../bed/customers';
import type { Random } from '../plan/random';
import { Customer } from './customer';
import type { Credential } from './good-client';
import type { Journal } from './journal';

interface LoadOptions {
  url: string;
  clients: number;
  customers: Customers;
  journal: Journal;
  random: Random;
}

/** Minimum of `pauseMs`, a client's longest pause. Clients of poor accounts, mostly refused, send less often. */
const MINIMUM_PAUSE_MS = 20;
const POOR_PAUSE_MS = 1_000;
/**
 * Maximum rate of all clients together. A machine with spare capacity recovers sooner; and when a service dies, few of
 * many clients have a request pending, and only these must wait for the dead gateway's keys.
 */
const REQUESTS_PER_SECOND = 800;
/** How long after the load a request may lack a definitive response: a dead gateway's keys are free after 60 s. */
const LAST_ANSWER_MS = 120_000;

/** All clients. */
export class Load {
  private readonly clients: Customer[];

  constructor({ url, clients, customers, journal, random }: LoadOptions) {
    const pauseMs = Math.max(MINIMUM_PAUSE_MS, (2 * 1_000 * clients) / REQUESTS_PER_SECOND);
    this.clients = Array.from({ length: clients }, (_, index) => {
      const credential = shareOf(customers, index);
      return new Customer({
        name: `client${String(index).padStart(3, '0')}`,
        url,
        credential,
        journal,
        random: random.fork(`client ${index}`),
        pauseMs: customers.poor.includes(credential) ? Math.max(POOR_PAUSE_MS, pauseMs) : pauseMs,
      });
    });
  }

  start(): void {
    for (const client of this.clients) client.start();
  }

  /** Lets every client finish its current request; a request that it cannot finish has no outcome. */
  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_ANSWER_MS);
    });
    await Promise.race([Promise.all(this.clients.map((client) => client.stop())), timeout]);
    clearTimeout(timer);
  }
}

/** Each of the other keys goes to one of the first clients; all further clients share the hot accounts' keys. */
function shareOf({ hot, capped, poor, busy }: Customers, index: number): Credential {
  const others = [poor[0]!, busy, capped, ...poor.slice(1)];
  const place = (index - 1) / 2;
  return index % 2 === 1 && place < others.length ? others[place]! : hot[Math.ceil(index / 2) % hot.length]!;
}
