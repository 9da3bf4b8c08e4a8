import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Matches, PointQuery } from '../../src/domain/point';
import type { Collection } from '../../src/index/collection';
import { Collections } from '../../src/index/collections';

/** The collections in a test's own directory, in this thread. */
export class TestCollections {
  /** Pairs of a collection's name and a reason. */
  readonly damages: [string, string][] = [];
  readonly upkeepFailures: unknown[] = [];
  readonly broken: unknown[] = [];
  private opened: Collections | undefined;

  private constructor(
    readonly directory: string,
    private readonly wasteBytes: number,
    private readonly codedFrom?: number,
  ) {}

  static async create(wasteBytes: number, codedFrom?: number): Promise<TestCollections> {
    const directory = await mkdtemp(join(tmpdir(), 'heliograph-vectors-'));
    const collections = new TestCollections(directory, wasteBytes, codedFrom);
    await collections.open();
    return collections;
  }

  get all(): Collections {
    return this.opened!;
  }

  async open(): Promise<void> {
    this.opened = await Collections.open(this.directory, {
      wasteBytes: this.wasteBytes,
      ...(this.codedFrom !== undefined && { codedFrom: this.codedFrom }),
      onDamage: (name, reason) => this.damages.push([name, reason]),
      onUpkeepFailure: (_name, error) => this.upkeepFailures.push(error),
      onBroken: (error) => this.broken.push(error),
    });
  }

  async close(): Promise<void> {
    await this.opened?.close();
    this.opened = undefined;
  }

  async release(): Promise<void> {
    await this.close();
    await rm(this.directory, { recursive: true });
  }

  /** Versions by id. */
  versionsOf(name: string): Map<number, number> {
    const { ids, versions } = this.all.get(name).versionsAfter(0n, 10_000);
    return new Map([...ids].map((id, index) => [Number(id), versions[index]!]));
  }
}

/** A single query's answer. */
export function matchesOf(collection: Collection, query: PointQuery): Matches {
  return collection.queries([query]).next().value!;
}
