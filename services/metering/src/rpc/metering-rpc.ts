import { metering } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { forgetQueries } from './forget-queries';
import { getStatus } from './get-status';
import { getUsageHistory } from './get-usage-history';
import { listDeadLetters } from './list-dead-letters';
import { listRequests } from './list-requests';
import { listUsageMonths } from './list-usage-months';
import { reconcileMonth } from './reconcile';
import { recordRequests } from './record-requests';
import { retryDeadLetters } from './retry-dead-letters';
import { summarizeUsage } from './summarize-usage';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  getUsageHistory: ['gateway', 'dashboard', 'admin'],
  listUsageMonths: ['gateway', 'dashboard', 'admin'],
  reconcile: ['admin'],
  listDeadLetters: ['admin'],
  retryDeadLetters: ['admin'],
  recordRequests: ['gateway'],
  listRequests: ['gateway', 'dashboard'],
  forgetQueries: ['dashboard'],
  getStatus: ['admin', 'dashboard'],
  summarizeUsage: ['dashboard'],
};

/** Adds metering's calls to a server. */
export function serveMetering(server: RpcServer, context: Context): void {
  server.serve(metering.MeteringServiceService, ALLOW, {
    getUsageHistory: (request) => getUsageHistory(context, request),
    listUsageMonths: (request) => listUsageMonths(context, request),
    reconcile: (request, call) => reconcileMonth(context, request, call),
    listDeadLetters: (request) => listDeadLetters(context, request),
    retryDeadLetters: (request, call) => retryDeadLetters(context, request, call),
    getStatus: () => getStatus(context),
    recordRequests: (request) => recordRequests(context, request),
    listRequests: (request) => listRequests(context, request),
    forgetQueries: (request) => forgetQueries(context, request),
    summarizeUsage: (request) => summarizeUsage(context, request),
  });
}
