import { ledger } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { begin } from './begin';
import { charge } from './charge';
import { credit } from './credit';
import { getUsage } from './get-usage';
import { release } from './release';
import { startSubscription } from './start-subscription';

/** Who may call what; nobody else can. */
const ALLOW = {
  begin: ['gateway', 'bench'],
  charge: ['gateway', 'bench'],
  release: ['gateway', 'bench'],
  getUsage: ['gateway', 'admin', 'launcher', 'bench'],
  credit: ['admin', 'launcher', 'bench'],
  startSubscription: ['admin', 'launcher'],
};

/** Adds the ledger's calls to a server. */
export function serveLedger(server: RpcServer, context: Context): void {
  server.serve(ledger.LedgerServiceService, ALLOW, {
    begin: (request, call) => begin(context, request, call),
    charge: (request, call) => charge(context, request, call),
    release: (request) => release(context, request),
    getUsage: (request) => getUsage(context, request),
    credit: (request) => credit(context, request),
    startSubscription: (request) => startSubscription(context, request),
  });
}
