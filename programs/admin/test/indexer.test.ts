import { indexer } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import { freeAddress, fakeService, fakeServer, testCallerVariables } from '@heliograph/testing';
import { runHere } from './support/in-process';

const done: indexer.IndexStatus = {
  collection: 'signals-model-1',
  model: 'Model',
  signals: 100n,
  embedded: 100n,
  remaining: 0n,
  dead: 0n,
  complete: true,
  repairing: false,
  blocker: '',
  lag: 0n,
};
const equal: indexer.CompareResponse = {
  signals: 100n,
  points: 100n,
  missing: 0n,
  missingIds: [],
  surplus: 0n,
  surplusIds: [],
};
const letter = (number: number): indexer.DeadLetter => ({
  signalId: String(number),
  eventId: `${number}:1`,
  reason: 'is too long for the model',
  failedAt: '2026-11-20T09:30:00.000Z',
  sourceTopic: 'signals.published.v1',
  sourcePartition: 2,
  sourceOffset: '17',
});

/** Returned in order; the last one repeats. */
let statuses: indexer.IndexStatus[];
let comparison: indexer.CompareResponse;
let letters: indexer.DeadLetter[];
let repairs: number;
let server: RpcServer;
let variables: Record<string, string>;

beforeAll(async () => {
  server = fakeServer();
  fakeService(server, indexer.IndexerServiceService, 'admin', {
    getStatus: async () => (statuses.length > 1 ? statuses.shift()! : statuses[0]!),
    startRepair: async () => {
      repairs += 1;
      return {};
    },
    compare: async () => comparison,
    listDeadLetters: async ({ limit, after }) => {
      const page = letters.slice(Number(after), Number(after) + limit);
      const end = Number(after) + page.length;
      return { deadLetters: page, next: end < letters.length ? String(end) : '' };
    },
    retryDeadLetters: async () => ({ retried: BigInt(letters.length) }),
  });
  variables = { INDEXER_ADDRESS: await server.start(), ...testCallerVariables };
});
afterAll(() => server.close());
beforeEach(() => {
  statuses = [done];
  comparison = equal;
  letters = [];
  repairs = 0;
});

const run = (...args: string[]) => runHere(args, variables);

describe('embed', () => {
  it('requests a repair, and returns when nothing is left, in flight, or being compared', async () => {
    const open = { ...done, embedded: 40n, remaining: 60n };
    statuses = [
      open,
      open,
      { ...done, lag: 3n },
      { ...done, repairing: true },
      { ...done, complete: false },
      done,
    ];
    const { status, stdout, stderr } = await run('embed', '--json');
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toEqual({ embedded: 60, remaining: 0, seconds: expect.any(Number) as number });
    expect(statuses).toEqual([done]);
    expect(repairs).toBe(1);
  });

  it('reports a timeout with work left', async () => {
    statuses = [{ ...done, embedded: 40n, remaining: 60n }];
    const { status, stdout, stderr } = await run('embed', '--timeout', '1', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({ embedded: 0, remaining: 60 });
    expect(stderr).toMatch(/^heliograph-admin: 60 signals are not embedded yet[^\n]*\n$/);
  });

  it('does not wait for signals that cannot be embedded, and says where to look', async () => {
    statuses = [{ ...done, embedded: 98n, dead: 2n }];
    const { status, stdout, stderr } = await run('embed', '--json');
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ remaining: 0 });
    expect(stderr).toBe(
      '2 signals cannot be embedded: see "heliograph-admin dead-letters list --topic signals"\n',
    );
  });

  it('draws a bar on a terminal', async () => {
    const { stderr } = await runHere(['embed'], variables, { isTerminal: true });
    expect(stderr).toContain('embedding');
    expect(stderr).toContain('100 of 100');
  });
});

describe('index', () => {
  it('status reports how much is embedded, and what blocks the rest', async () => {
    statuses = [{ ...done, embedded: 40n, remaining: 60n, blocker: 'The vector index is not responding.' }];
    expect(JSON.parse((await run('index', 'status', '--json')).stdout)).toMatchObject({
      model: 'Model',
      signals: 100,
      embedded: 40,
      remaining: 60,
      blocker: 'The vector index is not responding.',
    });
    const { stdout } = await run('index', 'status');
    expect(stdout).toContain('40 of 100 (40.0 %)');
    expect(stdout).toContain('The vector index is not responding.');
  });

  it('compare succeeds when both are equal, and exits with 1 for any difference', async () => {
    expect(await run('index', 'compare')).toMatchObject({ status: 0, stderr: '' });
    comparison = { ...equal, missing: 2n, missingIds: ['7', '9'], surplus: 1n, surplusIds: ['11'] };
    const { status, stdout, stderr } = await run('index', 'compare', '--json');
    expect(status).toBe(1);
    expect(JSON.parse(stdout)).toMatchObject({
      missing: 2,
      missingIds: ['7', '9'],
      surplus: 1,
      surplusIds: ['11'],
    });
    expect(stderr).toContain('3 differences');
  });
});

describe('dead-letters --topic signals', () => {
  it('lists signals with reasons, page by page', async () => {
    letters = Array.from({ length: 700 }, (_, index) => letter(index + 1));
    const { stdout } = await run('dead-letters', 'list', '--topic', 'signals', '--limit', '600', '--json');
    const { deadLetters } = JSON.parse(stdout) as { deadLetters: unknown[] };
    expect(deadLetters).toHaveLength(600);
    expect(deadLetters[0]).toMatchObject({
      signalId: '1',
      eventId: '1:1',
      reason: 'is too long for the model',
    });
    const text = await run('dead-letters', 'list', '--topic', 'signals', '--limit', '1');
    expect(text.stdout).toMatch(/^SIGNAL +FAILED AT +EVENT +REASON\n1 /);
    expect(text.stderr).toContain('--limit');
  });

  it('sends them back', async () => {
    letters = [letter(1), letter(2)];
    const { stdout } = await run('dead-letters', 'retry', '--topic', 'signals', '--json');
    expect(JSON.parse(stdout)).toEqual({ sentBack: 2 });
  });

  it('refuses another topic', async () => {
    expect(await run('dead-letters', 'list', '--topic', 'others')).toMatchObject({ status: 2, stdout: '' });
  });
});

it('explains an indexer that does not answer', async () => {
  const outcome = await runHere(['index', 'status'], { ...variables, INDEXER_ADDRESS: freeAddress() });
  expect(outcome).toMatchObject({ status: 1, stdout: '' });
  expect(outcome.stderr).toMatch(/^heliograph-admin: the indexer service is not responding at [^\n]+\n$/);
});
