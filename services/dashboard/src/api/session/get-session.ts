import { momentOf } from '@heliograph/views';
import type { SessionState } from '@heliograph/dashboard-api';
import { csrfTokenOf } from '../../domain/csrf';
import { accountRecord } from '../convert';
import { endpoint } from '../endpoint';

/** `GET /session`: works under a restriction too, so that its text can be shown and signing out works. */
export const getSession = endpoint({
  name: 'getSession',
  isOpenWhileRestricted: true,
  async run({ context: { config, payments }, signedIn: { account, session, secret, restriction } }) {
    return {
      account: accountRecord(account),
      session: {
        id: session.id,
        idleExpiresAt: momentOf(session.idleExpiresAt),
        expiresAt: momentOf(session.expiresAt),
      },
      csrfToken: csrfTokenOf(secret),
      installation: {
        apiUrl: config.apiUrl,
        isDevelopmentIssuer: config.developmentIssuer !== undefined,
        payments: payments.kind,
      },
      restriction: restriction === undefined ? null : { message: restriction },
    } satisfies SessionState;
  },
});
