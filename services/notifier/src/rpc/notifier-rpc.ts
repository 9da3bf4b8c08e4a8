import { notifier } from '@heliograph/proto';
import { testServiceOf, type Handlers, type RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { createSavedSearch } from './create-saved-search';
import { deleteSavedSearch } from './delete-saved-search';
import { getSavedSearch } from './get-saved-search';
import { getStatus } from './get-status';
import { listDeliveries } from './list-deliveries';
import { listSavedSearches } from './list-saved-searches';
import { replayDelivery, replaySince } from './replay';
import { rotateSecret } from './rotate-secret';
import { sendTest } from './send-test';
import { updateSavedSearch } from './update-saved-search';

type NotifierService = typeof notifier.NotifierServiceService;

const PUBLIC = ['gateway', 'dashboard'];

/** Who may call each method; all other callers are refused. */
const ALLOW: Readonly<Record<keyof NotifierService, readonly string[]>> = {
  createSavedSearch: PUBLIC,
  getSavedSearch: PUBLIC,
  listSavedSearches: PUBLIC,
  updateSavedSearch: PUBLIC,
  deleteSavedSearch: PUBLIC,
  rotateSecret: PUBLIC,
  listDeliveries: PUBLIC,
  replayDelivery: PUBLIC,
  replaySince: PUBLIC,
  sendTest: PUBLIC,
  getStatus: ['dashboard'],
};

/** Adds the notifier's calls to a server: for live saved searches and, under another name, for those of test keys. */
export function serveNotifier(server: RpcServer, context: Context): void {
  server.serve(notifier.NotifierServiceService, ALLOW, handlersOf(context, false));
  server.serve(testServiceOf(notifier.NotifierServiceService), ALLOW, handlersOf(context, true));
}

function handlersOf(context: Context, isTest: boolean): Handlers<NotifierService> {
  return {
    createSavedSearch: (request) => createSavedSearch(context, request, isTest),
    getSavedSearch: (request) => getSavedSearch(context, request, isTest),
    listSavedSearches: (request) => listSavedSearches(context, request, isTest),
    updateSavedSearch: (request) => updateSavedSearch(context, request, isTest),
    deleteSavedSearch: (request) => deleteSavedSearch(context, request, isTest),
    rotateSecret: (request) => rotateSecret(context, request, isTest),
    listDeliveries: (request) => listDeliveries(context, request, isTest),
    replayDelivery: (request) => replayDelivery(context, request, isTest),
    replaySince: (request) => replaySince(context, request, isTest),
    sendTest: (request) => sendTest(context, request, isTest),
    getStatus: () => getStatus(context),
  };
}
