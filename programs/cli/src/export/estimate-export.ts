import { MICROS_PER_DOLLAR, MICROS_PER_RECORD, quantity } from '@heliograph/contract';
import type { CountParameters, PageParameters } from '@heliograph/sdk';
import { balancePays } from '../account/funds';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { TASK_MAX_WAIT_SECONDS } from '../http/connection';
import { printDocument } from '../output/document-printer';

/** The cost of an export. */
interface ExportEstimate {
  /** Undefined for a semantic search, where only the first page tells. */
  matched: number | undefined;
  /** The most the export would use. */
  records: number;
  /** The price if the balance pays for every record, such as "12.345"; "0.000" if it cannot pay for any. */
  atMostUsd: string;
  /** Records the credential can still pay for. */
  recordsLeft: number | undefined;
}

/**
 * Counts the matches, which is free.
 *
 * @param maxRecords undefined for all matches.
 * @throws UsageError for a semantic search without maxRecords.
 */
export async function estimateExport(
  context: Context,
  parameters: PageParameters,
  { maxRecords }: { maxRecords: number | undefined },
): Promise<ExportEstimate> {
  if (parameters.semantic !== undefined) {
    if (maxRecords === undefined)
      throw new UsageError(
        'Semantic results cannot be counted before they are paid for.',
        'Set how many records may be used: --max-records 1000',
      );
    return {
      matched: undefined,
      records: maxRecords,
      atMostUsd: await priceOf(context, maxRecords),
      recordsLeft: undefined,
    };
  }
  const { fields: _fields, ...filters } = parameters;
  const { total, meta } = await context.connection.run(
    (client, options) => client.signals.count(filters as CountParameters, options),
    { maxWaitSeconds: TASK_MAX_WAIT_SECONDS },
  );
  const records = Math.min(total, maxRecords ?? Infinity);
  const atMostUsd = await priceOf(context, records);
  return { matched: total, records, atMostUsd, recordsLeft: meta.recordsRemaining };
}

async function priceOf({ connection }: Context, records: number): Promise<string> {
  const { usage, meta } = await connection.run((client, options) => client.usage({}, options), {
    maxWaitSeconds: TASK_MAX_WAIT_SECONDS,
  });
  const charged = balancePays(usage, connection.key?.apiKey, meta.recordsRemaining) ? records : 0;
  return ((charged * MICROS_PER_RECORD) / Number(MICROS_PER_DOLLAR)).toFixed(3);
}

/** The price in words. */
export function priceText({ atMostUsd }: ExportEstimate): string {
  return Number(atMostUsd) === 0 ? 'nothing from the balance' : `at most $${atMostUsd} from the balance`;
}

export async function printEstimate({ terminal }: Context, cost: ExportEstimate): Promise<void> {
  const { matched, records, atMostUsd, recordsLeft } = cost;
  await printDocument(
    terminal,
    {
      document: { matched, records, atMostUsd, recordsLeft },
      facts: [
        ['Signals', matched],
        ['Records', records],
        ['Price', priceText(cost)],
        ['You have', recordsLeft === undefined ? undefined : `${quantity(recordsLeft, 'record')} left`],
      ],
    },
    undefined,
  );
}
