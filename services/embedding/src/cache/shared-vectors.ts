/** A vector that another instance may have made. */
export interface SharedVector {
  vector: Float32Array;
  /** Milliseconds for which it may still be used. */
  remainingMs: number;
}

/** Vectors that instances share. Never in the way: what goes wrong with it is as if nothing were there. */
export interface SharedVectors {
  start(): void;
  /** Does not take longer than some tens of milliseconds, and never rejects. */
  get(key: string): Promise<SharedVector | undefined>;
  /** Does not wait. One that is there stays, with the time it has left. */
  set(key: string, vector: Float32Array, lifetimeMs: number): void;
  close(): void;
}

/** For one instance alone. */
export const NOTHING_SHARED: SharedVectors = {
  start: () => undefined,
  get: () => Promise.resolve(undefined),
  set: () => undefined,
  close: () => undefined,
};
