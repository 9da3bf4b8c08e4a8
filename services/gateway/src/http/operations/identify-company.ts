import { IDENTIFY_PARAMETER_NAMES, readIdentifyQuery, runIdentify } from '@heliograph/signal-search';
import { backendOf } from '../../backends';
import type { DataApi } from '../data-api';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';
import { sendFree } from '../send-free';

/** `GET {root}/companies/identify`. Free. */
export function identifyCompany(of: DataApi): Operation {
  return {
    name: 'identifyCompany',
    methods: ['GET', 'HEAD'],
    of,
    scope: 'companies:read',
    async handle(context, exchange) {
      const query = queryOf(exchange, IDENTIFY_PARAMETER_NAMES);
      const asked = readIdentifyQuery(query);
      throwIfInvalid(query);
      await sendFree(
        context,
        exchange,
        await runIdentify(backendOf(context, exchange).company, exchange, asked),
      );
    },
  };
}
