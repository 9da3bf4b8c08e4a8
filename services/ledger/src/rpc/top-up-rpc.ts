import { onDatabase } from '@heliograph/postgres';
import { topUp } from '@heliograph/proto';
import { ServiceError, type RpcServer } from '@heliograph/runtime';
import type { Context } from '../context';
import { accountFromRequest } from './convert';
import {
  cardFromRequest,
  choiceFromRequest,
  pauseFromRequest,
  paymentMethodFromRequest,
  removalFromRequest,
  resultFromRequest,
  settingToResponse,
} from './convert-top-up';

/** Who may call each method; all other callers are refused. */
const ALLOW = {
  getAutoTopUp: ['dashboard'],
  setAutoTopUp: ['dashboard'],
  saveCard: ['dashboard'],
  beginCardRemoval: ['dashboard'],
  removeCard: ['dashboard'],
  listReplacedCards: ['dashboard'],
  noteCardDetached: ['dashboard'],
  leaseTopUps: ['dashboard'],
  settleTopUp: ['dashboard'],
  pauseTopUps: ['dashboard'],
};

/** Adds the calls about automatic top-ups to a server. */
export function serveTopUps(server: RpcServer, { topUps }: Pick<Context, 'topUps'>): void {
  const found = async (accountId: string) => settingToResponse(await topUps.find(accountId));
  server.serve(topUp.TopUpServiceService, ALLOW, {
    getAutoTopUp: (request) => onDatabase(() => found(accountFromRequest(request))),
    setAutoTopUp: (request) =>
      onDatabase(async () => {
        const { accountId, onlyIfOn } = request;
        if (!(await topUps.set(accountId, choiceFromRequest(request), onlyIfOn))) {
          const reason = onlyIfOn ? 'Automatic top-ups are off.' : 'Save a card first.';
          throw new ServiceError('invalid_parameter', reason);
        }
        return found(accountId);
      }),
    saveCard: (request) =>
      onDatabase(async () => {
        await topUps.saveCard(cardFromRequest(request));
        return found(request.accountId);
      }),
    beginCardRemoval: (request) => onDatabase(() => topUps.beginCardRemoval(accountFromRequest(request))),
    removeCard: (request) =>
      onDatabase(async () => {
        const { accountId, customerId } = removalFromRequest(request);
        await topUps.removeCard(accountId, customerId);
        return found(accountId);
      }),
    listReplacedCards: () => onDatabase(async () => ({ paymentMethodIds: await topUps.listReplacedCards() })),
    noteCardDetached: (request) =>
      onDatabase(async () => {
        await topUps.noteCardDetached(paymentMethodFromRequest(request));
        return {};
      }),
    leaseTopUps: () => onDatabase(async () => ({ topUps: await topUps.lease() })),
    settleTopUp: (request) =>
      onDatabase(async () => {
        const { id, result } = resultFromRequest(request);
        return { settled: await topUps.settle(id, result) };
      }),
    pauseTopUps: (request) =>
      onDatabase(async () => {
        await topUps.pause(accountFromRequest(request), pauseFromRequest(request));
        return found(request.accountId);
      }),
  });
}
