import { notifier } from '@heliograph/proto';
import { ServiceError, testServiceOf, type Handlers, type RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';

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
};

/** Adds the notifier's calls to a server: about live saved searches and, under another name, about those of test keys. */
export function serveNotifier(server: RpcServer, context: Context): void {
  server.serve(notifier.NotifierServiceService, ALLOW, handlersOf(context, false));
  server.serve(testServiceOf(notifier.NotifierServiceService), ALLOW, handlersOf(context, true));
}

function handlersOf(context: Context, isTest: boolean): Handlers<NotifierService> {
  return {
    createSavedSearch: () => unimplemented(context, isTest),
    getSavedSearch: () => unimplemented(context, isTest),
    listSavedSearches: () => unimplemented(context, isTest),
    updateSavedSearch: () => unimplemented(context, isTest),
    deleteSavedSearch: () => unimplemented(context, isTest),
    rotateSecret: () => unimplemented(context, isTest),
    listDeliveries: () => unimplemented(context, isTest),
    replayDelivery: () => unimplemented(context, isTest),
    replaySince: () => unimplemented(context, isTest),
    sendTest: () => unimplemented(context, isTest),
  };
}

function unimplemented(_context: Context, _isTest: boolean): Promise<never> {
  return Promise.reject(new ServiceError('unavailable', 'This is not available yet.'));
}
