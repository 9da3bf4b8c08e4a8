import { hasScheduledSignals, publishScheduledSignals } from '@heliograph/catalog';
import { search } from '@heliograph/proto';
import { waitFor } from '@heliograph/testing';
import fc from 'fast-check';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CHECKPOINT_NAME } from '../src/checkpoint/checkpoint';
import { companies as anyCompanies, queries, signals as anySignals } from './support/arbitrary';
import { bruteForce, type PlainCompany, type PlainQuery, type PlainSignal } from './support/brute-force';
import {
  allFrom,
  ChangesSystem,
  pageOf,
  START,
  told,
  type Item,
  type SearchClient,
} from './support/changes-system';
import { wireFilters } from './support/wire-filters';

const STEPS = 10;
const QUERIES = 20;
const FIXED_SEED = 20261123;

/** What happened, recorded by the test. */
interface Noted {
  kind: Item['change'];
  id: string;
  /** For a withdrawal. */
  was?: PlainSignal;
  /** Its company at that time. */
  company?: PlainCompany;
}

/** A catalog's history, as recorded by its writer. */
class History {
  readonly log: Noted[] = [];
  readonly signals = new Map<string, PlainSignal>();
  /** Signals that were hidden for a while. */
  readonly hidden = new Set<string>();
  private readonly gone = new Set<string>();
  private companies = new Map(anyCompanies.map((company) => [company.slug, company]));

  constructor(private readonly system: ChangesSystem) {}

  get companyList(): PlainCompany[] {
    return [...this.companies.values()];
  }

  async put(signals: readonly PlainSignal[]): Promise<void> {
    await this.system.put(
      ...signals.map((each) => ({ ...each, publishedAt: new Date(each.publishedAt).toISOString() })),
    );
    this.noteInOrder(
      signals
        .filter(({ id }) => !this.gone.has(id))
        .flatMap((signal): Noted[] => {
          const before = this.signals.get(signal.id);
          this.signals.set(signal.id, signal);
          if (before && same(before, signal)) return [];
          if (!isOut(signal)) {
            this.hidden.add(signal.id);
            return this.withdrawalOf(before);
          }
          return [{ kind: before && isOut(before) ? 'updated' : 'published', id: signal.id }];
        }),
    );
  }

  async rename(slug: string, name: string, employeeCount: number): Promise<void> {
    const company = { ...this.companies.get(slug)!, name, employeeCount };
    await this.system.putCompanies(company);
    this.companies.set(slug, company);
    const own = [...this.signals.values()].filter((each) => each.companySlug === slug && isOut(each));
    this.noteInOrder(own.map(({ id }) => ({ kind: 'updated', id })));
  }

  async withdraw(ids: readonly string[]): Promise<void> {
    await this.system.withdraw(...ids);
    this.noteInOrder(
      ids.flatMap((id): Noted[] => {
        const was = this.signals.get(id);
        this.signals.delete(id);
        this.gone.add(id);
        return this.withdrawalOf(was);
      }),
    );
  }

  private withdrawalOf(was: PlainSignal | undefined): Noted[] {
    if (!was || !isOut(was)) return [];
    return [{ kind: 'withdrawn', id: was.id, was, company: this.companies.get(was.companySlug)! }];
  }

  /** Schedules signals, even published ones, and publishes them at their time. */
  async schedule(signals: readonly PlainSignal[]): Promise<void> {
    // Longer than the import takes on a busy machine.
    const publishedAt = new Date(Date.now() + 2_000).toISOString();
    const later = signals.filter(({ id }) => !this.gone.has(id)).map((each) => ({ ...each, publishedAt }));
    if (later.length === 0) return;
    await this.system.put(...later);
    for (const { id } of later) if (this.signals.has(id)) this.hidden.add(id);
    this.noteInOrder(later.flatMap(({ id }) => this.withdrawalOf(this.signals.get(id))));
    await waitFor(() => hasScheduledSignals(this.system.pool));
    expect(await publishScheduledSignals(this.system.pool)).toBe(later.length);
    for (const signal of later) this.signals.set(signal.id, signal);
    this.noteInOrder(later.map(({ id }) => ({ kind: 'published', id })));
  }

  /** The part of it that a feed with a query receives, according to the definition. */
  expected(query: PlainQuery): string[] {
    const now = new Date();
    const matching = new Set(bruteForce(this.companyList, [...this.signals.values()], query, now));
    return this.log
      .filter(({ id, was, company }) =>
        was ? bruteForce([company!], [was], query, now).length > 0 : matching.has(id),
      )
      .map(({ kind, id }) => `${kind} ${id}`);
  }

  private noteInOrder(noted: Noted[]): void {
    this.log.push(...noted.sort((a, b) => (BigInt(a.id) < BigInt(b.id) ? -1 : 1)));
  }
}

const isOut = ({ publishedAt }: PlainSignal) => Date.parse(publishedAt) <= Date.now();
const same = (one: PlainSignal, other: PlainSignal) => JSON.stringify(one) === JSON.stringify(other);

let system: ChangesSystem;
let directory: string;
let clients: SearchClient[];
let history: History;

async function makeHistory(seed: number): Promise<void> {
  const batches = fc.sample(anySignals, { numRuns: STEPS, seed });
  const [first, second] = anyCompanies;
  for (const [step, batch] of batches.entries()) {
    await history.put(batch.slice(0, 60));
    if (step % 3 === 0)
      await history.withdraw(batch.filter((_, index) => index % 9 === 2).map(({ id }) => id));
    // Company names are filters, too; withdrawn signals keep theirs.
    if (step % 4 === 1)
      await history.rename((step % 8 === 1 ? first : second)!.slug, first!.name, 40 + step * 60);
    if (step % 4 === 2) await history.schedule(batch.slice(60, 64));
    if (step % 4 === 3) await history.schedule(batch.slice(0, 4));
  }
}

beforeAll(async () => {
  system = await ChangesSystem.start();
  directory = await mkdtemp(join(tmpdir(), 'checkpoint-'));
  await system.putCompanies(...anyCompanies);
  clients = [(await system.startSearch()).client, (await system.startSearch()).client];
  history = new History(system);
});
afterAll(async () => {
  await system.stop();
  await rm(directory, { recursive: true });
});

/** A process that continued from another one's checkpoint. */
async function startFromCheckpoint() {
  const started = await system.startSearch(directory);
  const { values } = await started.registry.registry
    .getSingleMetric('heliograph_search_checkpoint_load_seconds')!
    .get();
  return { ...started, isFromCheckpoint: values[0]!.value > 0 };
}

it('sends everything in order, once, to concurrent readers, even after searches are replaced', async () => {
  const ended = new AbortController();
  let fromCheckpoints = 0;
  const read = async (limit: number, isReplaced: boolean): Promise<Item[]> => {
    const items: Item[] = [];
    let own = isReplaced ? await startFromCheckpoint() : undefined;
    let after = START;
    for (let turn = 0; ; turn++) {
      if (own && turn % 10 === 9) {
        await waitFor(() => existsSync(join(directory, CHECKPOINT_NAME)), { timeoutMs: 60_000 });
        await own.stop();
        own = await startFromCheckpoint();
        if (own.isFromCheckpoint) fromCheckpoints += 1;
      }
      const isLast = ended.signal.aborted;
      const client = own?.client ?? clients[turn % 2]!;
      const page = await pageOf(client, { after, limit, waitMs: isLast ? 0 : 200 });
      items.push(...page.items);
      after = page.next;
      if (isLast && page.caughtUp) return items;
    }
  };
  const reading = Promise.all([read(5, false), read(17, false), read(100, false), read(23, true)]);
  await makeHistory(FIXED_SEED);
  await system.untilSeen();
  await waitFor(() => fromCheckpoints > 0, { timeoutMs: 60_000 });
  ended.abort();
  const all = history.log.map(({ kind, id }) => `${kind} ${id}`);
  // For a signal that was withdrawn or hidden when it was read, nothing else is certain.
  const isCertain = ({ kind, id }: Noted) =>
    kind === 'withdrawn' || (history.signals.has(id) && !history.hidden.has(id));
  const certain = history.log.filter(isCertain).map(({ kind, id }) => `${kind} ${id}`);
  for (const items of await reading) {
    expect(isSubsequence(told(items), all)).toBe(true);
    expect(isSubsequence(certain, told(items))).toBe(true);
    const times = items.map(({ at }) => at);
    expect(times).toEqual([...times].sort());
  }
});

it('answers random filters with random limits like the definition, from memory and from the table', async () => {
  const { client: fresh, isFromCheckpoint } = await startFromCheckpoint();
  expect(isFromCheckpoint).toBe(true);
  await fc.assert(
    fc.asyncProperty(queries, fc.constantFrom(9, 40, 100), async (plain, limit) => {
      const query = withoutCompanyGroups(plain);
      const expected = history.expected(query);
      const items = await allFrom([...clients, fresh], {
        filters: wireFilters(query) as never,
        limit,
        after: START,
      });
      expect(told(items)).toEqual(expected);
    }),
    { numRuns: QUERIES, seed: FIXED_SEED },
  );
});

it("finds what the definition finds, in processes that continue from their predecessor's checkpoint", async () => {
  for (let restart = 0; restart < 3; restart++) {
    const { client, isFromCheckpoint, stop } = await startFromCheckpoint();
    expect(isFromCheckpoint).toBe(true);
    await fc.assert(
      fc.asyncProperty(queries, async (plain) => {
        const expected = bruteForce(history.companyList, [...history.signals.values()], plain, new Date());
        const filters = wireFilters(plain) as never;
        const ask = search.SearchRequest.fromPartial({ filters, limit: 50, page: 1 });
        const { itemsJson } = await client.search(ask, { requestId: 'request-1' });
        const found = JSON.parse(itemsJson.toString()) as { id: string }[];
        expect(found.map(({ id }) => id)).toEqual(expected.slice(0, 50));
        const { total } = await client.count(search.CountRequest.fromPartial({ filters }), {
          requestId: 'request-1',
        });
        expect(total).toBe(BigInt(expected.length));
      }),
      { numRuns: QUERIES, seed: FIXED_SEED + restart },
    );
    await stop();
    // What happens between two processes, after the checkpoint.
    const changed = fc.sample(anySignals, { numRuns: 1, seed: FIXED_SEED + 100 + restart })[0]!;
    await history.put(changed.slice(0, 20));
    await history.withdraw(changed.slice(0, 3).map(({ id }) => id));
    await history.rename(anyCompanies[restart]!.slug, anyCompanies[restart + 1]!.name, 30 + restart * 200);
  }
});

/** Company groups ask for other signals, which a withdrawn one is not matched against. */
function withoutCompanyGroups({ searchGroups, ...query }: PlainQuery): PlainQuery {
  return searchGroups?.groups.some(({ scope }) => scope === 'company') ? query : { ...query, searchGroups };
}

function isSubsequence(part: readonly string[], whole: readonly string[]): boolean {
  let place = 0;
  for (const each of whole) if (part[place] === each) place += 1;
  return place === part.length;
}
