import { ledger } from '@heliograph/proto';
import type { RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { begin } from './begin';
import { changePlan } from './change-plan';
import { charge } from './charge';
import { chargeSignals } from './charge-signals';
import { chargeWithinBudget } from './charge-within-budget';
import { credit } from './credit';
import { getBudget } from './get-budget';
import { getOutboxStatus } from './get-outbox-status';
import { getUsage } from './get-usage';
import { keep } from './keep';
import { lapsePlan } from './lapse-plan';
import { listChargeTotals } from './list-charge-totals';
import { listCredentialUsage } from './list-credential-usage';
import { listEntries } from './list-entries';
import { listFunds } from './list-funds';
import { listLapsedPlans } from './list-lapsed-plans';
import { payPlan } from './pay-plan';
import { getReceiptAmounts, getStatement, listReceipts, listStatementKeys } from './receipts';
import { recordWebRequest } from './record-web-request';
import { release } from './release';
import { reverseEntry } from './reverse-entry';
import { setPrepaidUse } from './set-prepaid-use';
import { settleRefund } from './settle-refund';
import { startSubscription } from './start-subscription';
import { verifyLedger } from './verify-ledger';
import { voidCharge } from './void-charge';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  begin: ['gateway'],
  charge: ['gateway'],
  chargeWithinBudget: ['gateway'],
  chargeSignals: ['gateway', 'notifier'],
  getBudget: ['gateway'],
  release: ['gateway'],
  keep: ['gateway'],
  voidCharge: ['gateway', 'notifier'],
  recordWebRequest: ['dashboard'],
  getUsage: ['gateway', 'dashboard', 'notifier', 'admin', 'launcher'],
  credit: ['dashboard', 'admin', 'launcher'],
  startSubscription: ['admin', 'launcher'],
  setPrepaidUse: ['admin', 'dashboard'],
  payPlan: ['dashboard'],
  changePlan: ['dashboard'],
  listLapsedPlans: ['dashboard'],
  lapsePlan: ['dashboard'],
  reverseEntry: ['admin'],
  settleRefund: ['dashboard'],
  listEntries: ['admin', 'dashboard'],
  listCredentialUsage: ['gateway', 'notifier', 'admin', 'dashboard'],
  listChargeTotals: ['admin', 'metering'],
  verifyLedger: ['admin', 'metering'],
  listReceipts: ['gateway'],
  getReceiptAmounts: ['gateway', 'dashboard'],
  getStatement: ['gateway'],
  listStatementKeys: ['gateway'],
  getOutboxStatus: ['admin', 'metering', 'launcher', 'dashboard'],
  listFunds: ['dashboard'],
};

/** Adds the ledger's calls to a server. */
export function serveLedger(server: RpcServer, context: Context): void {
  server.serve(ledger.LedgerServiceService, ALLOW, {
    begin: (request, call) => begin(context, request, call),
    charge: (request, call) => charge(context, request, call),
    chargeWithinBudget: (request, call) => chargeWithinBudget(context, request, call),
    chargeSignals: (request, call) => chargeSignals(context, request, call),
    getBudget: (request) => getBudget(context, request),
    recordWebRequest: (request, call) => recordWebRequest(context, request, call),
    release: (request) => release(context, request),
    keep: (request) => keep(context, request),
    voidCharge: (request) => voidCharge(context, request),
    getUsage: (request) => getUsage(context, request),
    credit: (request) => credit(context, request),
    startSubscription: (request) => startSubscription(context, request),
    setPrepaidUse: (request) => setPrepaidUse(context, request),
    payPlan: (request) => payPlan(context, request),
    changePlan: (request) => changePlan(context, request),
    listLapsedPlans: (request) => listLapsedPlans(context, request),
    lapsePlan: (request) => lapsePlan(context, request),
    reverseEntry: (request) => reverseEntry(context, request),
    settleRefund: (request) => settleRefund(context, request),
    listEntries: (request) => listEntries(context, request),
    listCredentialUsage: (request) => listCredentialUsage(context, request),
    listChargeTotals: (request, call) => listChargeTotals(context, request, call),
    verifyLedger: (request, call) => verifyLedger(context, request, call),
    listReceipts: (request) => listReceipts(context, request),
    getReceiptAmounts: (request) => getReceiptAmounts(context, request),
    getStatement: (request) => getStatement(context, request),
    listStatementKeys: async () => listStatementKeys(context),
    getOutboxStatus: () => getOutboxStatus(context),
    listFunds: (request) => listFunds(context, request),
  });
}
