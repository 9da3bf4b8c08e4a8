import { quantity } from '@heliograph/contract';
import { onDatabase } from '@heliograph/postgres';
import type { ledger } from '@heliograph/proto';
import { ServiceError, uuidv7, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { recordsOfBalance } from '../domain/funds';
import { webAllowance, type WebOutcome, type WebRequest } from '../domain/web-request';
import { webRequestFromRequest } from './convert-web';

/**
 * Records one request of the web activities view; responds after the commit. Repeated with the same event id it returns
 * the first outcome and counts nothing, even if the first response was lost. With `checkOnly` nothing is recorded.
 *
 * @throws ServiceError `insufficient_records` when the month's searches are used up and the balance cannot pay for
 *   more, or must not; `invalid_parameter`; `unavailable` when nothing was recorded, or when that is unknown because
 *   the database went away.
 */
export async function recordWebRequest(
  context: Context,
  request: ledger.RecordWebRequestRequest,
  call: CallContext,
): Promise<ledger.RecordWebRequestResponse> {
  const wanted = webRequestFromRequest(request, uuidv7());
  const { verdict, searches, paidRecords, balanceMicros } = request.checkOnly
    ? await check(context, wanted)
    : await context.webRequests.submit(wanted, call.deadline);
  switch (verdict) {
    case 'recorded':
    case 'repeated':
      return {
        web: webAllowance(searches),
        paidRecords,
        balanceRecords: recordsOfBalance(balanceMicros),
      };
    case 'insufficient':
      throw new ServiceError(
        'insufficient_records',
        `All ${webAllowance(searches).granted} searches of this UTC month are used up; they reset next month. Browsing is unlimited. See Billing to keep searching.`,
      );
    case 'unpaid':
      if (request.freeOnly) {
        throw new ServiceError(
          'insufficient_records',
          `The ${webAllowance(searches).granted} free searches of this UTC month are used up, and this page is not free. Reload the page to see its price.`,
        );
      }
      throw new ServiceError(
        'insufficient_records',
        `This page costs ${quantity(paidRecords, 'record')}, and the prepaid balance pays for ${recordsOfBalance(balanceMicros)}. Top up, or ask for fewer.`,
      );
    case 'reused':
      throw new ServiceError('invalid_parameter', 'The event id belongs to another request.', {
        issues: [{ parameter: 'event_id', message: 'belongs to another request' }],
      });
  }
}

async function check({ web }: Context, wanted: WebRequest): Promise<WebOutcome> {
  return onDatabase(() => web.check(wanted));
}
