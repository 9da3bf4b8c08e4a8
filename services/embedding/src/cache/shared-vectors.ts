/** A vector that another instance may have made. */
export interface SharedVector {
  vector: Float32Array;
  /** Milliseconds for which it may still be used. */
  remainingMs: number;
}

/** Vectors shared between instances. Best effort: a failure looks like a miss. */
export interface SharedVectors {
  start(): void;
  /** Takes a few tens of milliseconds at most, and never rejects. */
  get(key: string): Promise<SharedVector | undefined>;
  /** Does not wait. An existing vector stays, with its remaining time. */
  set(key: string, vector: Float32Array, lifetimeMs: number): void;
  close(): void;
}

/** For a single instance. */
export const NOTHING_SHARED: SharedVectors = {
  start: () => undefined,
  get: () => Promise.resolve(undefined),
  set: () => undefined,
  close: () => undefined,
};
