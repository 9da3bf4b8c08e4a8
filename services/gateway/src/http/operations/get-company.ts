import { ledger } from '@heliograph/proto';
import { ServiceError, retryUnavailable } from '@heliograph/runtime';
import { backendOf } from '../../backends';
import type { GatewayContext } from '../../context';
import { COMPANY_PARAMETER_NAMES, type CompanyField } from '@heliograph/contract';
import {
  COMPANY_SLUG,
  companyRecord,
  decodeComponent,
  readCompanyFields,
  selectedCompany,
} from '@heliograph/signal-search';
import type { DataApi } from '../data-api';
import type { Exchange } from '../exchange';
import { answerMetered } from '../../charging/metered';
import type { MeteredResult } from '../../charging/metered-request';
import { readMeteredHeaders } from '../metered-query';
import type { Operation } from '../operation';
import { queryOf, throwIfInvalid } from '../query';

const COMPANY_TIMEOUT_MS = 3_000;

const UNDECODABLE_SLUG = {
  code: 'invalid_parameter',
  parameter: 'slug',
  message: 'is not valid percent-encoded UTF-8',
} as const;

/** `GET {root}/companies/{slug}` */
export function getCompany(of: DataApi): Operation {
  const slugStart = `${of.root}/companies/`.length;
  return {
    name: 'getCompany',
    methods: ['GET'],
    of,
    isMetered: true,
    scope: 'companies:read',
    async handle(context, exchange) {
      const query = queryOf(exchange, COMPANY_PARAMETER_NAMES);
      const fields = readCompanyFields(query);
      const { idempotencyKey, bounds } = readMeteredHeaders(exchange, query);
      const slug = decodeComponent(exchange.path.slice(slugStart));
      if (slug === undefined) query.issues.push(UNDECODABLE_SLUG);
      throwIfInvalid(query);
      // A malformed slug names no company; no call is needed.
      if (slug === undefined || !COMPANY_SLUG.test(slug)) {
        throw new ServiceError('not_found', 'There is no company with this slug.');
      }
      await answerMetered(context, exchange, {
        operation: 'getCompany',
        query,
        idempotencyKey,
        bounds,
        isFree: false,
        mayFindNothing: true,
        run: () => findCompany(context, exchange, slug, fields),
      });
    },
  };
}

async function findCompany(
  context: GatewayContext,
  exchange: Exchange,
  slug: string,
  fields: readonly CompanyField[],
): Promise<MeteredResult> {
  const found = await retryUnavailable(
    (timeoutMs) => backendOf(context, exchange).company.getCompany({ slug }, exchange.readCall(timeoutMs)),
    { totalMs: COMPANY_TIMEOUT_MS, attemptMs: COMPANY_TIMEOUT_MS, isUnwanted: () => exchange.isAbandoned },
  );
  const body = Buffer.from(JSON.stringify({ data: selectedCompany(companyRecord(found), fields) }));
  return { body, records: 1, mode: ledger.Mode.UNSPECIFIED };
}
