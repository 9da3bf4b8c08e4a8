import { createKeyBody } from '@heliograph/dashboard-api';
import { actorOf } from '../../auth/session';
import { endpoint } from '../endpoint';
import { createdKeyRecord } from './convert';
import { withApiIssues } from '../errors';

/** `POST /keys`. Not retried: if the response was lost, a second key would be created. */
export const createKey = endpoint({
  name: 'createKey',
  body: createKeyBody,
  async run({ context, exchange, signedIn, body: { name, scopes, expiresAt, monthlyCapRecords, isTest } }) {
    const created = await withApiIssues(
      context.clients.identity.createKey(
        {
          accountId: signedIn.account.id,
          name,
          scopes,
          expiresAt: expiresAt ? new Date(expiresAt) : undefined,
          monthlyCapRecords: monthlyCapRecords ? BigInt(monthlyCapRecords) : undefined,
          isTest,
          actor: actorOf(signedIn),
        },
        exchange.call(),
      ),
    );
    return createdKeyRecord(created, context.config.apiUrl, context.clock());
  },
});
