import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceError } from '@heliograph/runtime';
import type { CollectionStatus } from '../domain/point';
import { DamagedError } from '../storage/damaged-error';
import { lockDirectory } from '../storage/directory-lock';
import { syncDirectory } from '../storage/manifest';
import { Collection, type CollectionOptions } from './collection';
import { TaskChain } from './task-chain';

/** Each takes memory and address space; a deployment has two while the model changes. */
const MAXIMUM_COLLECTIONS = 32;
/** Prefix of directories being created or removed; no collection's name has it. */
const ASIDE = '.';

interface CollectionsOptions extends CollectionOptions {
  /** A collection could not be read and was discarded. */
  onDamage(collection: string, reason: string): void;
}

/** All collections of a directory, which belongs to this process alone. */
export class Collections {
  private readonly collections = new Map<string, Collection>();
  private readonly changes = new TaskChain();

  private constructor(
    private readonly directory: string,
    private readonly options: CollectionsOptions,
    private readonly unlock: () => void,
  ) {}

  /** @throws when another process has the directory, or it cannot be read or written. */
  static async open(directory: string, options: CollectionsOptions): Promise<Collections> {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    const collections = new Collections(directory, options, lockDirectory(directory));
    await collections.openAll();
    return collections;
  }

  list(): CollectionStatus[] {
    return [...this.collections.values()].map(({ status }) => status);
  }

  /** @throws ServiceError `not_found` */
  get(name: string): Collection {
    const collection = this.collections.get(name);
    if (!collection) throw new ServiceError('not_found', 'There is no such collection of vectors.');
    return collection;
  }

  /**
   * Creates a collection unless it exists.
   *
   * @throws ServiceError `invalid_parameter` when it has other dimensions, or there are too many.
   */
  prepare(name: string, dimensions: number): Promise<{ isNew: boolean }> {
    return this.changes.run(async () => {
      const existing = this.collections.get(name);
      if (existing) {
        requireDimensions(existing, dimensions);
        return { isNew: false };
      }
      if (this.collections.size >= MAXIMUM_COLLECTIONS) {
        throw new ServiceError('invalid_parameter', `There are ${MAXIMUM_COLLECTIONS} collections already.`);
      }
      // A directory with this prefix is removed at the next start, so no collection is ever half created.
      const draft = join(this.directory, `${ASIDE}new`);
      await rm(draft, { recursive: true, force: true });
      await Collection.createFiles(draft, dimensions);
      await rename(draft, join(this.directory, name));
      await syncDirectory(this.directory);
      this.collections.set(name, await this.openCollection(name));
      return { isNew: true };
    });
  }

  /** Removes a collection and its files; does nothing when there is none. */
  drop(name: string): Promise<void> {
    return this.changes.run(async () => {
      const collection = this.collections.get(name);
      if (!collection) return;
      this.collections.delete(name);
      await collection.close();
      await this.removeFiles(name);
    });
  }

  /** Finishes the changes in progress. */
  async close(): Promise<void> {
    await this.changes.run(async () => {
      await Promise.all([...this.collections.values()].map((collection) => collection.close()));
      this.collections.clear();
      this.unlock();
    });
  }

  private async openAll(): Promise<void> {
    const entries = await readdir(this.directory, { withFileTypes: true });
    for (const { name } of entries.filter((entry) => entry.isDirectory())) {
      if (name.startsWith(ASIDE)) {
        await rm(join(this.directory, name), { recursive: true, force: true });
        continue;
      }
      try {
        this.collections.set(name, await this.openCollection(name));
      } catch (error) {
        if (!(error instanceof DamagedError)) throw error;
        await this.removeFiles(name);
        this.options.onDamage(name, error.message);
      }
    }
  }

  private openCollection(name: string): Promise<Collection> {
    return Collection.open(join(this.directory, name), name, this.options);
  }

  private async removeFiles(name: string): Promise<void> {
    const aside = join(this.directory, `${ASIDE}old`);
    await rm(aside, { recursive: true, force: true });
    await rename(join(this.directory, name), aside);
    await syncDirectory(this.directory);
    await rm(aside, { recursive: true, force: true });
  }
}

function requireDimensions(collection: Collection, dimensions: number): void {
  if (collection.dimensions === dimensions) return;
  throw new ServiceError(
    'invalid_parameter',
    `The collection has ${collection.dimensions} dimensions, not ${dimensions}.`,
  );
}
