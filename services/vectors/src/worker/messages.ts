import type { Issue, ErrorCode } from '@heliograph/runtime';
import type { CollectionStatus, Matches, PointColumns, PointQuery, Versions } from '../domain/point';

/** The index thread's operations by name, with their requests and responses. */
export interface Operations {
  prepare: { request: { collection: string; dimensions: number }; response: { isNew: boolean } };
  upsert: { request: { collection: string; points: PointColumns }; response: { stored: number } };
  remove: { request: { collection: string; ids: BigUint64Array }; response: { removed: number } };
  query: { request: { collection: string; query: PointQuery }; response: Matches };
  scan: { request: { collection: string; after: bigint; limit: number }; response: Versions };
  list: { request: Record<string, never>; response: CollectionStatus[] };
  drop: { request: { collection: string }; response: Record<string, never> };
  /** Finishes the changes in progress and unlocks the directory. */
  close: { request: Record<string, never>; response: Record<string, never> };
}

export type OperationName = keyof Operations;

export type RequestMessage = {
  [Name in OperationName]: { id: number; operation: Name; request: Operations[Name]['request'] };
}[OperationName];

/** An error that crosses from one thread to the other. */
export interface Failure {
  code: ErrorCode;
  publicText: string;
  issues: readonly Issue[];
  /** What happened, for the log. */
  cause: string;
}

export type ThreadMessage =
  | { kind: 'opened' }
  | { kind: 'response'; id: number; response: unknown; seconds: number }
  | { kind: 'failure'; id: number; failure: Failure }
  | { kind: 'damaged'; collection: string; reason: string }
  | { kind: 'upkeep-failed'; collection: string; reason: string };

export interface ThreadSettings {
  directory: string;
  wasteBytes: number;
}
