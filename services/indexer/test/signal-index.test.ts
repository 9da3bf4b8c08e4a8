import { SignalIndex, type IndexedVersion } from '@heliograph/signal-index';
import { describeWith, startTestOpenSearch, testIndexPrefix, waitFor } from '@heliograph/testing';
import {
  metricOf,
  waitOptions,
  signalOf,
  signalsOf,
  startFixture,
  type TestFixture,
} from './support/indexer';

// Time for a node to start.
jest.setTimeout(300_000);

const SIGNALS = 4_500;

describeWith('opensearch', 'the index of signals in OpenSearch', () => {
  let fixture: TestFixture;
  let index: SignalIndex;
  let url: string;
  let settings: Record<string, string>;

  beforeEach(async () => {
    ({ url } = (await startTestOpenSearch())!);
    const prefix = testIndexPrefix();
    settings = { OPENSEARCH_URL: url, OPENSEARCH_INDEX_PREFIX: prefix, REPAIR_INTERVAL_MS: '100' };
    index = new SignalIndex({ urls: [url], prefix, shards: 1, replicas: 0 });
    fixture = await startFixture();
    await fixture.importSignals(signalsOf(1, SIGNALS));
  });
  afterEach(async () => {
    await fixture.stop();
    await index.close();
  });

  const stateOf = async () => (await index.readState())?.state;

  async function held(): Promise<IndexedVersion[]> {
    const state = (await stateOf())!;
    const all: IndexedVersion[] = [];
    for (let after = '0'; ; after = all.at(-1)!.id) {
      const page = await index.scan(state, after, undefined, 10_000);
      all.push(...page);
      if (page.length < 10_000) return all;
    }
  }

  async function inCatalog(): Promise<IndexedVersion[]> {
    const rows = await fixture.rows<{ id: string; version: string }>(
      'SELECT id::text, version FROM catalog.signal_document ORDER BY signal_document.id',
    );
    return rows.map(({ id, version }) => ({ id, version: Number(version) }));
  }

  /** Waits until the index reports the catalog's contents. */
  async function settle(): Promise<void> {
    await waitFor(async () => {
      const [row] = await fixture.rows<{ version: string }>('SELECT version FROM catalog.state');
      return (await stateOf())?.version === Number(row!.version);
    }, waitOptions);
  }

  const isEqual = async () => JSON.stringify(await held()) === JSON.stringify(await inCatalog());

  it('is filled, and follows changes and withdrawals', async () => {
    const service = await fixture.startService(settings);
    await settle();
    expect(await held()).toEqual(await inCatalog());
    await fixture.importSignals([signalOf(7, { title: 'Another' }), signalOf('9999999999999999999')]);
    await fixture.withdraw('8', '4499');
    await settle();
    expect(await held()).toEqual(await inCatalog());
    expect(await metricOf(service, 'signal_index_version')).toBe((await stateOf())!.version);
  });

  it('continues where a killed leader stopped, including later changes', async () => {
    // As a dead leader left it: the first half, from an older version of the catalog.
    const first = await fixture.startProcess(settings);
    await settle();
    await first.stop();
    const read = (await index.readState())!;
    const { version: _none, ...begun } = read.state;
    const half = { ...begun, startVersion: read.state.version!, filledTo: '2250' };
    await index.writeState(half, read);
    const gone = (await held()).filter(({ id }) => Number(id) > 2_250);
    await index.write(
      half,
      gone.map(({ id, version }) => ({ withdrawn: id, version })),
    );
    await index.refresh(half);
    expect(await held()).toHaveLength(2_250);
    await fixture.importSignals([signalOf(3, { title: 'Changed' })]);
    await fixture.withdraw('4', '4000');
    const second = await fixture.startService(settings);
    await settle();
    expect(await held()).toEqual(await inCatalog());
    expect((await stateOf())!.index).toBe(half.index);
    // The second half and two changes, not the first half again.
    const written = await metricOf(second, 'signal_index_written_total');
    expect(written).toBeGreaterThanOrEqual(2_250);
    expect(written).toBeLessThan(2_500);
  });

  it('is complete after leaders were killed at any moment of the fill', async () => {
    for (let death = 0; death < 3; death++) {
      const leader = await fixture.startProcess(settings);
      await waitFor(async () => {
        const state = await stateOf();
        return state !== undefined && (state.version !== undefined || Number(state.filledTo) > death * 1_500);
      }, waitOptions);
      await leader.kill();
    }
    await fixture.withdraw('1', '2', '4500');
    await fixture.startService(settings);
    await settle();
    expect(await held()).toEqual(await inCatalog());
  });

  it('is compared with the catalog and repaired', async () => {
    const service = await fixture.startService(settings);
    await settle();
    const state = (await stateOf())!;
    const all = await held();
    await index.write(
      state,
      ['1', '1000', '4500'].map((id) => ({
        withdrawn: id,
        version: all.find((each) => each.id === id)!.version,
      })),
    );
    const path = `/${state.index}/_doc`;
    const extra = JSON.stringify({ day: 20_000, order: '-9223372036854765808', publishedAt: 0 });
    for (const id of ['10000', '5000']) {
      const response = await fetch(`${url}${path}/${id}?version=1&version_type=external`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: extra,
      });
      expect(response.status).toBe(201);
    }
    await index.refresh(state);
    await waitFor(isEqual, waitOptions);
    expect(await metricOf(service, 'signal_index_differences_total', 'missing')).toBe(3);
    expect(await metricOf(service, 'signal_index_differences_total', 'surplus')).toBe(2);
  });

  it('is rebuilt when lost, and when the catalog was restored to an earlier state', async () => {
    await fixture.startService(settings);
    await settle();
    const lost = (await stateOf())!.index;
    await fetch(`${url}/${lost.replace(/-alias$/, '')}`, { method: 'DELETE' });
    await waitFor(async () => (await stateOf())!.index !== lost, waitOptions);
    await settle();
    expect(await held()).toEqual(await inCatalog());
    await fixture.rows('DELETE FROM catalog.signal WHERE id = 9');
    await fixture.rows('DELETE FROM catalog.signal_document WHERE id = 9');
    await fixture.rows('UPDATE catalog.state SET version = version - 1');
    await settle();
    expect(await held()).toEqual(await inCatalog());
    expect(await held()).toHaveLength(SIGNALS - 1);
    // Restored, and brought back to the same version by other changes.
    const { index: earlier } = (await stateOf())!;
    await fixture.rows('DELETE FROM catalog.signal WHERE id = 8');
    await fixture.rows('DELETE FROM catalog.signal_document WHERE id = 8');
    await fixture.rows('UPDATE catalog.history SET token = gen_random_uuid()');
    await waitFor(async () => (await stateOf())!.index !== earlier, waitOptions);
    await settle();
    expect(await held()).toEqual(await inCatalog());
  });
});
