import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServerUnaryCall,
} from '@grpc/grpc-js';
import { company, ledger } from '@heliograph/proto';
import { freeAddress, waitFor } from '@heliograph/testing';
import { createHmac } from 'node:crypto';
import { createLogger } from '../logging/logger';
import { createMetrics } from '../metrics/metrics';
import { METADATA } from './call-context';
import { audienceOf, type CallerCredentials, type CallerTrust } from './caller-authentication';
import { generateCallerKey, trustedKeys } from './caller-keys';
import { signToken } from './caller-token';
import type { Handlers, MethodDefinition, ServiceDefinition } from './definition';
import { createRpcClient } from './rpc-client';
import { RpcServer } from './rpc-server';

const LEDGER = audienceOf(ledger.LedgerServiceService);
const keys = { gateway: generateCallerKey(), admin: generateCallerKey() };
const trust: CallerTrust = { publicKeys: trustedKeys(keys) };
const SHARED_SECRET = 'a-secret-that-all-programs-shared-0123456789';
const call = { requestId: 'request-1' };
const nowS = () => Math.floor(Date.now() / 1000);

const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

/** A server whose methods all return an empty message to gateway and admin. */
async function serve<Service extends ServiceDefinition>(definition: Service, by: CallerTrust = trust) {
  const server = RpcServer.create({
    name: 'test',
    address: freeAddress(),
    trust: by,
    metrics: createMetrics('test'),
    logger: createLogger({ service: 'test', level: 'silent' }),
  });
  const each = <Value>(make: (method: MethodDefinition) => Value) =>
    Object.fromEntries(Object.entries(definition).map(([name, method]) => [name, make(method)]));
  server.serve(
    definition,
    each(() => ['gateway', 'admin']) as Record<keyof Service, string[]>,
    each(
      (method) => () => Promise.resolve(method.responseDeserialize(Buffer.alloc(0))),
    ) as unknown as Handlers<Service>,
  );
  const address = await server.start();
  closers.push(() => server.close(0));
  return address;
}

function connect(
  address: string,
  by: CallerCredentials,
  options = { caller: 'gateway', multiplexed: false },
) {
  const client = createRpcClient(ledger.LedgerServiceService, {
    address,
    credentials: by,
    defaultTimeoutMs: 2_000,
    ...options,
  });
  closers.push(() => client.close());
  return client;
}

const ask = (client: ReturnType<typeof connect>) => client.getUsage({ accountId: 'a', month: '' }, call);
const refused = { cause: expect.objectContaining({ code: 16 }) as unknown };

/** Calls a method with raw metadata, as anyone who got hold of it could. */
function callWith(address: string, path: string, sent: Readonly<Record<string, string>>): Promise<number> {
  const client = new Client(address, credentials.createInsecure());
  closers.push(() => client.close());
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(sent)) metadata.set(name, value);
  const bytes = (value: Buffer) => value;
  return new Promise((resolve) => {
    client.makeUnaryRequest(path, bytes, bytes, Buffer.alloc(0), metadata, (error) =>
      resolve(error?.code ?? 0),
    );
  });
}

const getUsage = ledger.LedgerServiceService.getUsage.path;
const getCompany = company.CompanyServiceService.getCompany.path;
const OK = 0;
const UNAUTHENTICATED = 16;

describe.each([{ multiplexed: false }, { multiplexed: true }])('a key, multiplexed: $multiplexed', (mode) => {
  it("proves its owner's name and no other", async () => {
    const address = await serve(ledger.LedgerServiceService);
    const as = (caller: string) => ask(connect(address, { privateKey: keys.gateway }, { ...mode, caller }));
    await expect(as('gateway')).resolves.toBeDefined();
    await expect(as('admin')).rejects.toMatchObject(refused);
    await expect(as('stranger')).rejects.toMatchObject(refused);
  });

  it('is rotated while old and new are trusted; afterwards the old one proves nothing', async () => {
    const next = generateCallerKey();
    const both = `${trust.publicKeys},${trustedKeys({ gateway: next })}`;
    const during = await serve(ledger.LedgerServiceService, { publicKeys: both });
    const after = await serve(ledger.LedgerServiceService, { publicKeys: trustedKeys({ gateway: next }) });
    const at = (address: string, privateKey: string) =>
      ask(connect(address, { privateKey }, { ...mode, caller: 'gateway' }));
    await expect(at(during, keys.gateway)).resolves.toBeDefined();
    await expect(at(during, next)).resolves.toBeDefined();
    await expect(at(after, next)).resolves.toBeDefined();
    await expect(at(after, keys.gateway)).rejects.toMatchObject(refused);
  });
});

it('a token shown to one service is not valid for another', async () => {
  const shown: Metadata[] = [];
  const thief = new Server();
  thief.addService(
    { getCompany: { ...company.CompanyServiceService.getCompany } },
    {
      getCompany: (
        { metadata }: ServerUnaryCall<unknown, unknown>,
        response: (error: null, value: object) => void,
      ) => {
        shown.push(metadata);
        response(null, company.CompanyServiceService.getCompany.responseDeserialize(Buffer.alloc(0)));
      },
    },
  );
  const address = freeAddress();
  await new Promise((done) => thief.bindAsync(address, ServerCredentials.createInsecure(), done));
  closers.push(() => thief.forceShutdown());
  const gateway = createRpcClient(company.CompanyServiceService, {
    address,
    caller: 'gateway',
    credentials: { privateKey: keys.gateway },
    defaultTimeoutMs: 2_000,
  });
  closers.push(() => gateway.close());
  await gateway.getCompany(company.GetCompanyRequest.fromPartial({}), call);
  const stolen = Object.fromEntries(
    Object.entries(shown[0]!.getMap())
      .filter(([name]) => name.startsWith('x-heliograph') || name === METADATA.authorization)
      .map(([name, value]) => [name, String(value)]),
  );
  expect(stolen[METADATA.token]).toBeDefined();

  const atLedger = await serve(ledger.LedgerServiceService);
  expect(await callWith(atLedger, getUsage, stolen)).toBe(UNAUTHENTICATED);
  // The token is valid, but only for the service it was made for.
  const atCompany = await serve(company.CompanyServiceService);
  expect(await callWith(atCompany, getCompany, stolen)).toBe(OK);
});

it('a token is valid until it expires, even if it was verified before', async () => {
  const address = await serve(ledger.LedgerServiceService);
  const tokenUntil = (exp: number) => signToken({ iss: 'gateway', aud: LEDGER, exp }, keys.gateway);
  const good = { [METADATA.token]: tokenUntil(nowS() + 3) };
  expect(await callWith(address, getUsage, good)).toBe(OK);
  expect(await callWith(address, getUsage, { [METADATA.token]: tokenUntil(nowS() - 1) })).toBe(
    UNAUTHENTICATED,
  );
  await waitFor(async () => (await callWith(address, getUsage, good)) === UNAUTHENTICATED);
});

it('rejects a modified token, another algorithm, and nonsense', async () => {
  const address = await serve(ledger.LedgerServiceService);
  const token = signToken({ iss: 'gateway', aud: LEDGER, exp: nowS() + 60 }, keys.gateway);
  const [header, , signature] = token.split('.') as [string, string, string];
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = encode({ iss: 'admin', aud: LEDGER, exp: nowS() + 60 });
  for (const text of [
    `${header}.${claims}.${signature}`,
    `${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`,
    `${header}.${claims}.`,
    `${header}.${encode(null)}.${signature}`,
    `${header}.!.${signature}`,
    `${token}.x`,
    'x',
    '',
  ]) {
    expect([text, await callWith(address, getUsage, { [METADATA.token]: text })]).toEqual([
      text,
      UNAUTHENTICATED,
    ]);
  }
  expect(await callWith(address, getUsage, {})).toBe(UNAUTHENTICATED);
});

describe('peers from a release with a shared secret', () => {
  const tokenOf = (caller: string) =>
    createHmac('sha256', SHARED_SECRET).update(`heliograph rpc caller ${caller}`).digest('hex');
  const old = (caller: string) => ({
    [METADATA.caller]: caller,
    [METADATA.authorization]: `Bearer ${tokenOf(caller)}`,
  });

  it('are refused', async () => {
    const address = await serve(ledger.LedgerServiceService);
    expect(await callWith(address, getUsage, old('admin'))).toBe(UNAUTHENTICATED);
  });

  it('are served while the secret is set, if a method allows their name', async () => {
    const address = await serve(ledger.LedgerServiceService, { ...trust, sharedSecret: SHARED_SECRET });
    expect(await callWith(address, getUsage, old('admin'))).toBe(OK);
    expect(await callWith(address, getUsage, old('stranger'))).toBe(UNAUTHENTICATED);
    // Nonsense, a token of the same format, and one for another name.
    for (const token of ['x', '0'.repeat(64), tokenOf('gateway')]) {
      const sent = { ...old('admin'), [METADATA.authorization]: `Bearer ${token}` };
      expect([token, await callWith(address, getUsage, sent)]).toEqual([token, UNAUTHENTICATED]);
    }
    // A peer of this release proves its name as usual.
    await expect(ask(connect(address, { privateKey: keys.gateway }))).resolves.toBeDefined();
  });

  it('get responses they understand while the secret is set', async () => {
    const shown: Metadata[] = [];
    const server = new Server();
    const method = ledger.LedgerServiceService.getUsage;
    server.addService(
      { getUsage: { ...method } },
      {
        getUsage: (
          { metadata }: ServerUnaryCall<unknown, unknown>,
          response: (error: null, value: object) => void,
        ) => {
          shown.push(metadata);
          response(null, method.responseDeserialize(Buffer.alloc(0)));
        },
      },
    );
    const address = freeAddress();
    await new Promise((done) => server.bindAsync(address, ServerCredentials.createInsecure(), done));
    closers.push(() => server.forceShutdown());
    await ask(connect(address, { privateKey: keys.gateway, sharedSecret: SHARED_SECRET }));
    await ask(connect(address, { privateKey: keys.gateway }));
    expect(shown.map((metadata) => metadata.get(METADATA.authorization))).toEqual([
      [`Bearer ${tokenOf('gateway')}`],
      [],
    ]);
    expect(shown[0]!.get(METADATA.caller)).toEqual(['gateway']);
  });
});
