import { monthIssue } from '@heliograph/contract';
import { setFreeRecords } from '../../charging/records-remaining';
import type { DataApi } from '../data-api';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';

const PARAMETERS: ReadonlySet<string> = new Set(['month']);
/** Every link of the month is rehashed before signing. */
const TIMEOUT_MS = 30_000;
/** The account in a test key's statement: no real one, so that its empty months cannot be mistaken for an account's. */
const TEST_ACCOUNT = 'test';

/** `GET {root}/usage/statement?month=YYYY-MM`: the signed total of a UTC month's receipts, as a compact JWS. Free. */
export function getStatement(of: DataApi): Operation {
  return {
    name: 'getStatement',
    methods: ['GET', 'HEAD'],
    of,
    async handle(context, exchange) {
      const query = queryOf(exchange, PARAMETERS);
      const month = query.values.get('month') ?? '';
      const issue = monthIssue(month, context.clock());
      if (issue) query.issues.push({ code: 'invalid_parameter', parameter: 'month', message: issue });
      throwIfInvalid(query);
      const { accountId, isTest } = exchange.credential!;
      const { statement } = await context.backends.live.ledger.getStatement(
        { accountId: isTest ? TEST_ACCOUNT : accountId, month },
        exchange.readCall(TIMEOUT_MS),
      );
      await setFreeRecords(context, exchange);
      exchange.setHeader('Cache-Control', 'no-store');
      exchange.send(200, 'application/jose', Buffer.from(statement));
    },
  };
}
