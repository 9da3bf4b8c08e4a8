import { creditBody, type Credited } from '@heliograph/dashboard-api';
import { dollarsOfMicros, ServiceError } from '@heliograph/runtime';
import { MAXIMUM_TOP_UP_MICROS, microsOfDollars } from '../../domain/money';
import { ask } from '../ask';
import { endpoint } from '../endpoint';
import { withApiIssues } from '../errors';
import { ownId } from '../parameters';
import { requireAccount } from '../require-account';

/**
 * `POST /operator/accounts/{id}/credits`. The reference makes it safe to repeat. To make up for a payment whose message
 * was lost, use the reference the message would have had.
 */
export const addCredit = endpoint({
  name: 'addCredit',
  isForOperators: true,
  body: creditBody,
  async run({ context, exchange, signedIn, parameters, body: { amountUsd, reason, reference } }) {
    const accountId = ownId(parameters, 'account');
    const { clients, logger } = context;
    const micros = microsOfDollars(amountUsd);
    if (micros <= 0n || micros > MAXIMUM_TOP_UP_MICROS) throw outOfBounds();
    await requireAccount(context, accountId, (read) => ask(exchange, read));
    const { credited, balanceMicros } = await withApiIssues(
      clients.ledger.credit({ accountId, micros, reference, reason }, exchange.call()),
    );
    logger.info(
      { accountId, micros: String(micros), reference, credited, operator: signedIn.account.id },
      'an operator credited an account',
    );
    return { isNew: credited, balance: dollarsOfMicros(balanceMicros) } satisfies Credited;
  },
});

function outOfBounds(): ServiceError {
  const message = `must be more than 0 and at most ${dollarsOfMicros(MAXIMUM_TOP_UP_MICROS).replace(/\.0+$/, '')}`;
  return new ServiceError('invalid_parameter', `amountUsd: ${message}`, {
    issues: [{ parameter: 'amountUsd', message }],
  });
}
