import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { vectorsService } from './copied-once';
import { drop } from './drop';
import { listCollections } from './list-collections';
import { prepare } from './prepare';
import { query } from './query';
import { remove } from './remove';
import { scan } from './scan';
import { upsert } from './upsert';

const READERS = ['search', 'indexer'];
const WRITERS = ['indexer'];

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  prepare: WRITERS,
  upsert: WRITERS,
  remove: WRITERS,
  query: READERS,
  scan: WRITERS,
  listCollections: READERS,
  drop: WRITERS,
};

/** Adds the vectors service's calls to a server. */
export function serveVectors(server: RpcServer, context: Context): void {
  server.serve(vectorsService, ALLOW, {
    prepare: (request, call) => prepare(context, request, call),
    upsert: (request, call) => upsert(context, request, call),
    remove: (request, call) => remove(context, request, call),
    query: (request, call) => query(context, request, call),
    scan: (request, call) => scan(context, request, call),
    listCollections: (_request, call) => listCollections(context, call),
    drop: (request, call) => drop(context, request, call),
  });
}
