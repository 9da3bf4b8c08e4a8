import { startBeforeEach, waitFor } from '@heliograph/testing';
import { randomUUID } from 'node:crypto';
import { HostResolver } from '../src/delivery/host-resolver';
import { post } from '../src/delivery/post';
import { addressCheck } from '../src/delivery/public-address';
import { NameServer } from './support/name-server';
import { call, startTestNotifier } from './support/notifier';
import { changesOf, create } from './support/saved-searches';
import { TestReceiver } from './support/test-receiver';

const LONG_MS = 60_000;
const names = startBeforeEach(async () => {
  const server = new NameServer();
  await server.start();
  return server;
});

const resolverOf = (timeoutMs = LONG_MS) => new HostResolver({ timeoutMs, nameServers: [names.address] });
const issueWith = (host: string, resolver = resolverOf()) =>
  addressCheck([], resolver.resolve)(new URL(`https://${host}/`));
const failureOf = (host: string, resolver = resolverOf(), timeoutMs = LONG_MS) =>
  post({
    url: new URL(`https://${host}/`),
    headers: {},
    body: '{}',
    allowedHosts: [],
    resolve: resolver.resolve,
    timeoutMs,
  });
/** Hosts whose name servers are silent. */
const silent = (count: number) => {
  const hosts = Array.from({ length: count }, (_, index) => `n${index}.silent.example`);
  for (const host of hosts) names.zones.set(host, 'silent');
  return hosts;
};

it.each([
  ['both families', { v4: ['8.8.8.8'], v6: ['2606:4700::1'] }, ['8.8.8.8', '2606:4700::1']],
  ['IPv4 only', { v4: ['8.8.8.8', '8.8.4.4'], v6: [] }, ['8.8.8.8', '8.8.4.4']],
  ['IPv6 only', { v4: [], v6: ['2606:4700::1'] }, ['2606:4700::1']],
  ['an alias', { v4: ['8.8.8.8'], v6: [], alias: 'target.example' }, ['8.8.8.8']],
])('finds a host with %s', async (_case, zone, expected) => {
  names.zones.set('hook.example', zone);
  const found = await resolverOf().resolve('hook.example', false);
  expect(found.map(({ address }) => address)).toEqual(expected);
  expect(found.map(({ family }) => family)).toEqual(expected.map((it) => (it.includes(':') ? 6 : 4)));
  expect(await issueWith('hook.example')).toBeUndefined();
});

it('finds a host even if one address family is never answered', async () => {
  names.zones.set('hook.example', { v4: ['8.8.8.8'] });
  expect(await issueWith('hook.example', resolverOf(3_000))).toBeUndefined();
});

it.each([
  { v4: ['10.0.0.1'], v6: [] },
  { v4: ['8.8.8.8', '169.254.169.254'], v6: [] },
  { v4: ['8.8.8.8'], v6: ['::1'] },
  { v4: [], v6: ['::ffff:7f00:1'] },
  { v4: ['127.0.0.1'], v6: [], alias: 'target.example' },
])('refuses %j', async (zone) => {
  names.zones.set('hook.example', zone);
  expect(await issueWith('hook.example')).toBe('must resolve to public addresses only');
  expect(await failureOf('hook.example')).toEqual({
    failure: 'The host resolves to an address that is not public.',
  });
});

it('tells a host without addresses from one with no answer in time', async () => {
  names.zones.set('empty.example', { v4: [], v6: [] });
  names.zones.set('failing.example', 'failing');
  for (const host of ['none.example', 'empty.example', 'failing.example', `${'x'.repeat(64)}.example`]) {
    expect(await issueWith(host)).toBe('must have a host that can be resolved');
    expect(await failureOf(host)).toEqual({ failure: 'The host could not be resolved.' });
  }
  const [host] = silent(1) as [string];
  expect(await issueWith(host, resolverOf(100))).toBe('must have a host whose name servers answer in time');
  expect(await failureOf(host, resolverOf(100))).toEqual({
    failure: 'The name servers of the host did not answer in time.',
  });
  expect(await failureOf(host, resolverOf(), 100)).toEqual({ failure: 'There was no response in time.' });
});

it("asks no name server about the operator's hosts, which may be in /etc/hosts", async () => {
  const check = addressCheck(['localhost'], resolverOf().resolve);
  expect(await check(new URL('http://localhost:8080/'))).toBeUndefined();
  expect(names.asked).toEqual([]);
});

it('refuses lookups beyond the limit, and accepts them again when others end', async () => {
  const resolver = resolverOf();
  const waiting = silent(512).map((host) => issueWith(host, resolver));
  names.zones.set('hook.example', { v4: ['8.8.8.8'], v6: [] });
  // Both at once, before any name's retries run out.
  const refused = [issueWith('hook.example', resolver), failureOf('hook.example', resolver)];
  await expect(refused[0]).rejects.toMatchObject({ code: 'unavailable' });
  expect(await refused[1]).toEqual({ failure: 'Too many hosts were being looked up.' });
  names.releaseSilent();
  for (const issue of await Promise.all(waiting)) expect(issue).toContain('must have a host');
  expect(await issueWith('hook.example', resolver)).toBeUndefined();
});

it('saves and sends for others while the name servers of many hosts are silent', async () => {
  const receiver = new TestReceiver('localhost');
  await receiver.start();
  const notifier = await startTestNotifier(
    { WEBHOOK_ALLOWED_HOSTS: 'localhost' },
    { nameServers: [names.address] },
  );
  try {
    const { client } = notifier;
    const saved = await create(client, { webhookUrl: receiver.url });
    receiver.secrets.push(saved.secret!);
    const hosts = silent(50);
    const waiting = hosts.map((host) =>
      create(client, { webhookUrl: `https://${host}/` }).catch((error: unknown) => error),
    );
    await waitFor(() => hosts.every((host) => names.asked.includes(host)));
    names.zones.set('hook.example', { v4: ['8.8.8.8'], v6: [] });
    const quick = await create(client, { webhookUrl: 'https://hook.example/' });
    names.zones.set('hook.example', { v4: ['10.0.0.1'], v6: [] });
    // A name that the system resolves, and thus takes one of the process's threads.
    const sent = await client.sendTest({ accountId: saved.accountId, savedSearchId: saved.id }, call);
    expect(sent.delivery).toMatchObject({ lastStatus: 204 });
    const refused = await client.sendTest({ accountId: quick.accountId, savedSearchId: quick.id }, call);
    expect(refused.delivery!.lastFailure).toContain('not public');
    await expect(
      client.updateSavedSearch(changesOf(quick, { webhook: { url: 'https://none.example/' } }), call),
    ).rejects.toMatchObject({ code: 'invalid_parameter' });
    names.releaseSilent();
    for (const error of await Promise.all(waiting))
      expect(error).toMatchObject({ code: 'invalid_parameter' });
  } finally {
    await notifier.stop();
    await receiver.stop();
  }
});

it('checks only a few addresses at once for one account, and still those of others', async () => {
  const notifier = await startTestNotifier({}, { nameServers: [names.address] });
  try {
    const { client } = notifier;
    const accountId = randomUUID();
    names.zones.set('hook.example', { v4: ['8.8.8.8'], v6: [] });
    const another = { webhookUrl: 'https://hook.example/' };
    const waiting = silent(9).map((host) =>
      create(client, { accountId, webhookUrl: `https://${host}/` }).catch((error: { code: string }) => error),
    );
    await create(client, another);
    await waitFor(() => new Set(names.asked).size === 9);
    names.releaseSilent();
    const refused = (await Promise.all(waiting)) as { code: string }[];
    expect(refused.map(({ code }) => code).sort()).toEqual([
      ...Array<string>(8).fill('invalid_parameter'),
      'rate_limited',
    ]);
    await create(client, { accountId, ...another });
  } finally {
    await notifier.stop();
  }
});

it('ends a save within half the time of an attempt', async () => {
  const notifier = await startTestNotifier({ WEBHOOK_TIMEOUT_MS: '200' }, { nameServers: [names.address] });
  try {
    await expect(create(notifier.client, { webhookUrl: `https://${silent(1)[0]}/` })).rejects.toMatchObject({
      code: 'invalid_parameter',
      issues: [{ parameter: 'webhook.url', message: 'must have a host whose name servers answer in time' }],
    });
  } finally {
    await notifier.stop();
  }
});
