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

/** Longest pause between a client's requests; clients of poor accounts, which are mostly refused, send fewer. */
const SHORTEST_PAUSE_MS = 20;
const POOR_PAUSE_MS = 1_000;
/**
 * The highest rate of all clients together. Of many clients, few are waiting when a service dies, and only these
 * continue when the dead gateway's keys are free again; a machine with spare capacity recovers sooner.
 */
const REQUESTS_PER_SECOND = 800;
/**
 * How long after the end of the load a request may lack a definite answer: a dead gateway's keys are free after 60 s.
 */
const LAST_ANSWER_MS = 120_000;

/** All clients together. */
export class Load {
  private readonly clients: Customer[];

  constructor({ url, clients, customers, journal, random }: LoadOptions) {
    const pauseMs = Math.max(SHORTEST_PAUSE_MS, (2 * 1_000 * clients) / REQUESTS_PER_SECOND);
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

  /** Lets every client finish its current request; what it cannot finish stays without an outcome. */
  async stop(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, LAST_ANSWER_MS);
    });
    await Promise.race([Promise.all(this.clients.map((client) => client.stop())), timeout]);
    clearTimeout(timer);
  }
}

/** Each other key belongs to one of the first clients; all further clients share the hot accounts' keys. */
function shareOf({ hot, capped, poor, busy }: Customers, index: number): Credential {
  const others = [poor[0]!, busy, capped, ...poor.slice(1)];
  const place = (index - 1) / 2;
  return index % 2 === 1 && place < others.length ? others[place]! : hot[Math.ceil(index / 2) % hot.length]!;
}
