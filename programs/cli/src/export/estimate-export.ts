import { MICROS_PER_DOLLAR, MICROS_PER_RECORD, quantity } from '@heliograph/contract';
import type { CountParameters, PageParameters } from '@heliograph/sdk';
import type { Context } from '../context';
import { UsageError } from '../failure';
import { printDocument } from '../output/document-printer';

/** Waits for the rate limits' minute, as paging does. */
const MAX_WAIT_SECONDS = 90;

/** The cost of an export. */
export interface ExportEstimate {
  /** Undefined for a semantic search: only its first page says. */
  matched: number | undefined;
  /** The most it would use. */
  records: number;
  /** The price if the prepaid balance pays for all of them: "12.345". */
  atMostUsd: string;
  /** Records that the credential can still pay for. */
  recordsLeft: number | undefined;
}

/**
 * Counts the matches, which is free.
 *
 * @param maxRecords undefined: all that match.
 * @throws UsageError for a semantic search without maxRecords.
 */
export async function estimateExport(
  { connection }: Context,
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
      atMostUsd: dollars(maxRecords),
      recordsLeft: undefined,
    };
  }
  const { fields: _fields, ...filters } = parameters;
  const { total, meta } = await connection.run(
    (client, options) => client.signals.count(filters as CountParameters, options),
    { maxWaitSeconds: MAX_WAIT_SECONDS },
  );
  const records = Math.min(total, maxRecords ?? Infinity);
  return { matched: total, records, atMostUsd: dollars(records), recordsLeft: meta.recordsRemaining };
}

const dollars = (records: number) => ((records * MICROS_PER_RECORD) / Number(MICROS_PER_DOLLAR)).toFixed(3);

export async function printEstimate({ terminal }: Context, cost: ExportEstimate): Promise<void> {
  const { matched, records, atMostUsd, recordsLeft } = cost;
  await printDocument(
    terminal,
    {
      document: { matched, records, atMostUsd, recordsLeft },
      facts: [
        ['Signals', matched],
        ['Records', records],
        ['Price', `$${atMostUsd} at most, of the balance`],
        ['You have', recordsLeft === undefined ? undefined : `${quantity(recordsLeft, 'record')} left`],
      ],
    },
    undefined,
  );
}
