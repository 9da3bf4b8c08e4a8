import type { CompanyRecord, SignalRecord } from '../records';
import { CorpusWriter } from './corpus-writer';

/**
 * Writes a corpus that fits in memory: its companies, then its signals.
 *
 * @throws with the reason of the first rejected signal. Everything else is written.
 */
export async function writeCorpus(
  connectionString: string,
  companies: readonly CompanyRecord[],
  signals: readonly SignalRecord[],
): Promise<void> {
  const writer = new CorpusWriter(connectionString);
  try {
    await writer.begin();
    await writer.writeCompanies(companies.map((record, line) => ({ line, record })));
    const { rejects } = await writer.writeSignals(signals.map((record, line) => ({ line, record })));
    if (rejects[0]) throw new Error(`the corpus has an invalid signal: ${rejects[0].reason}`);
    await writer.finish();
  } finally {
    await writer.close();
  }
}
