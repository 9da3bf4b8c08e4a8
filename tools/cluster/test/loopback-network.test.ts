import { Resolver } from 'node:dns/promises';
import { LoopbackNetwork } from '../src/network/loopback-network';

const addresses: Record<string, string[]> = {};
let network: LoopbackNetwork;
let resolver: Resolver;

beforeAll(async () => {
  network = await LoopbackNetwork.take(['ledger', 'search'], (service) => addresses[service] ?? []);
  resolver = new Resolver();
  resolver.setServers([network.dnsAddress]);
});

afterAll(() => network?.close());

const nameOf = (service: string) => /\/\/.*\/(.*)\.:50051$/.exec(network.targetOf(service, 50_051))![1]!;

it('gives each instance its own address', () => {
  const given = [network.nextAddress('ledger'), network.nextAddress('ledger'), network.nextAddress('search')];
  expect(new Set(given).size).toBe(3);
  for (const address of given) expect(address).toMatch(/^127\.\d+\.[12]\.[12]$/);
});

it("answers with a service's current addresses", async () => {
  addresses.ledger = ['127.10.1.1', '127.10.1.2'];
  expect((await resolver.resolve4(nameOf('ledger'))).sort()).toEqual(['127.10.1.1', '127.10.1.2']);
  addresses.ledger = ['127.10.1.2'];
  expect(await resolver.resolve4(nameOf('ledger').toUpperCase())).toEqual(['127.10.1.2']);
  await expect(resolver.resolve6(nameOf('ledger'))).rejects.toMatchObject({ code: 'ENODATA' });
});

it('does not resolve a service without a ready instance', async () => {
  await expect(resolver.resolve4(nameOf('search'))).rejects.toMatchObject({ code: 'ENOTFOUND' });
  await expect(resolver.resolve4('example.com')).rejects.toMatchObject({ code: 'ENOTFOUND' });
});

it('does not overlap with another cluster on the same machine', async () => {
  const other = await LoopbackNetwork.take(['ledger'], () => []);
  try {
    expect(other.dnsAddress).not.toBe(network.dnsAddress);
    expect(other.nextAddress('ledger').split('.')[1]).not.toBe(network.nextAddress('ledger').split('.')[1]);
  } finally {
    await other.close();
  }
});
