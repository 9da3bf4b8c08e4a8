import { freeAddress, startServiceProcess, testCallerVariables, waitFor } from '@heliograph/testing';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { call, isSettled, waitOptions, signalsOf, startFixture, type TestFixture } from './support/indexer';

const SIGNALS = 1_500;

let fixture: TestFixture;
let directory: string;
const address = freeAddress();

beforeAll(async () => {
  fixture = await startFixture();
  directory = await mkdtemp(join(tmpdir(), 'heliograph-indexer-'));
});
afterAll(async () => {
  await fixture.stop();
  await rm(directory, { recursive: true });
});

const startVectors = (files: string) =>
  startServiceProcess('vectors', {
    RPC_ADDRESS: address,
    VECTORS_DIRECTORY: join(directory, files),
    ...testCallerVariables,
  });

it('keeps the real embedded index equal to the catalog, through its death and the loss of its files', async () => {
  let vectors = await startVectors('first');
  try {
    const service = await fixture.startService({ VECTORS_ADDRESS: address });
    const client = fixture.connect(service.address);
    const settled = () => waitFor(async () => isSettled(await client.getStatus({}, call)), waitOptions);
    await fixture.importSignals(signalsOf(1, SIGNALS));
    await fixture.withdraw('7');
    await settled();
    const equal = { signals: BigInt(SIGNALS - 1), points: BigInt(SIGNALS - 1), missing: 0n, surplus: 0n };
    expect(await client.compare({}, call)).toMatchObject(equal);

    await vectors.kill();
    await fixture.importSignals(signalsOf(SIGNALS + 1, SIGNALS + 100));
    await waitFor(async () => (await client.getStatus({}, call)).blocker !== '', waitOptions);
    // It comes back without its contents.
    vectors = await startVectors('second');
    await settled();
    await waitFor(async () => {
      const { points, missing, surplus } = await client.compare({}, call);
      return points === BigInt(SIGNALS + 99) && missing + surplus === 0n;
    }, waitOptions);
    expect(fixture.embedding.mostOften).toBe(1);
  } finally {
    await vectors.stop();
  }
});
