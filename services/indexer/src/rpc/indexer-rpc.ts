import { indexer } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { compareIndex } from './compare';
import { getStatus } from './get-status';
import { listDeadLetters } from './list-dead-letters';
import { retryDeadLetters } from './retry-dead-letters';
import { startRepair } from './start-repair';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  getStatus: ['admin', 'dashboard'],
  startRepair: ['admin'],
  compare: ['admin'],
  listDeadLetters: ['admin'],
  retryDeadLetters: ['admin'],
};

/** Adds the indexer's calls to a server. */
export function serveIndexer(server: RpcServer, context: Context): void {
  server.serve(indexer.IndexerServiceService, ALLOW, {
    getStatus: () => getStatus(context),
    startRepair: () => startRepair(context),
    compare: (_request, call) => compareIndex(context, call),
    listDeadLetters: (request) => listDeadLetters(context, request),
    retryDeadLetters: (_request, call) => retryDeadLetters(context, call),
  });
}
