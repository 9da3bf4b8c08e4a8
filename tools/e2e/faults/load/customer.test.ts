import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { waitFor } from '@heliograph/testing';
import { Random } from '../plan/random';
import { Customer } from './customer';
import { Journal } from './journal';

/** A server that forgets which keys it has answered, and a correct one. */
async function serve(knowsKeys: boolean) {
  const known = new Map<string, { url: string; body: string }>();
  let made = 0;
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    const key = request.headers['idempotency-key'] as string;
    response.setHeader('x-request-id', request.headers['x-request-id'] as string);
    const earlier = knowsKeys ? known.get(key) : undefined;
    if (earlier && earlier.url !== request.url) {
      response.writeHead(409).end(JSON.stringify({ code: 'idempotency_conflict' }));
      return;
    }
    made += 1;
    const body = earlier?.body ?? JSON.stringify({ data: { items: [made], nextCursor: null } });
    known.set(key, { url: request.url!, body });
    if (earlier) response.setHeader('idempotency-replayed', 'true');
    response.setHeader('x-records-consumed', earlier ? '0' : '1');
    response.end(body);
  };
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function observe(knowsKeys: boolean): Promise<Journal> {
  const { url, stop } = await serve(knowsKeys);
  const journal = new Journal();
  const credential = { accountId: 'account', credentialId: 'key', apiKey: 'secret' };
  const customer = new Customer({
    name: 'client00',
    url,
    credential,
    journal,
    random: new Random(1),
    pauseMs: 0,
  });
  customer.start();
  await waitFor(() => journal.replays > 5 && journal.conflicts > 2 && journal.twins > 5, {
    description: 'replays, conflicts and twins',
  });
  await customer.stop();
  stop();
  return journal;
}

it('finds nothing wrong with a server that answers each key once', async () => {
  const journal = await observe(true);
  expect(journal.violations).toEqual([]);
  expect(journal.requests.every(({ outcome }) => outcome?.kind === 'answered')).toBe(true);
  expect(new Set(journal.requests.map(({ id }) => id)).size).toBe(journal.requests.length);
});

it('finds missing replays, different bytes, and undetected conflicts', async () => {
  const { violations } = await observe(false);
  const found = new Set(violations.map(({ detail }) => detail));
  expect(found).toEqual(
    new Set([
      'an answered request asked again got 200 , replayed false, consumed 1',
      'a used key for another query got 200 ',
      'two answers to one key differ',
    ]),
  );
});
