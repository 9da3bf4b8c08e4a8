import type { cli } from '@heliograph/proto';
import { retryUnavailable } from '@heliograph/runtime';
import { backendOf } from '../../backends';
import { setRecords } from '../../charging/records-remaining';
import { askAboutSession } from '../ask-about-session';
import { clientApi } from '../data-api';
import { JSON_CONTENT_TYPE } from '@heliograph/edge';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';
import { fundsView, timestampOf, planName } from '@heliograph/views';

const TIMEOUT_MS = 3_000;

/** `GET /api/cli/v1/session`: an access token's session, and what it can pay for. Free. */
export const getSession: Operation = {
  name: 'getSession',
  methods: ['GET', 'HEAD'],
  of: clientApi,
  async handle(context, exchange) {
    throwIfInvalid(queryOf(exchange));
    const { accountId } = exchange.credential!;
    const [found, usage] = await Promise.all([
      askAboutSession(exchange, (sessionId, call) => context.clients.cli.getCliSession({ sessionId }, call)),
      retryUnavailable(
        (timeoutMs) =>
          backendOf(context, exchange).ledger.getUsage({ accountId, month: '' }, exchange.call(timeoutMs)),
        { totalMs: TIMEOUT_MS, attemptMs: TIMEOUT_MS },
      ),
    ]);
    setRecords(exchange, 0, clientApi.fundsOf(usage));
    exchange.setHeader('Cache-Control', 'no-store');
    const data = { ...sessionRecord(found), ...fundsView(usage) };
    exchange.send(200, JSON_CONTENT_TYPE, Buffer.from(JSON.stringify({ data })));
  },
};

function sessionRecord({ account, session, user }: cli.GetCliSessionResponse) {
  if (!account || !session) throw new Error('identity named no account or no session');
  return {
    account: {
      id: account.id,
      // The user who logged in, not another member.
      email: user?.email ?? account.email,
      name: account.name,
      plan: planName(account.plan),
    },
    session: {
      id: session.id,
      deviceName: session.device?.name ?? '',
      clientVersion: session.device?.clientVersion ?? '',
      createdAt: timestampOf(session.createdAt),
      lastUsedAt: timestampOf(session.lastUsedAt),
      expiresAt: timestampOf(session.expiresAt),
    },
  };
}
