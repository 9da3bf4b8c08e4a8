import { importSignals } from '../bed/import-signals';
import { pagedSignals, wordOf } from '../load/corpus';
import { Pager } from '../load/pager';
import type { SignalLine } from '../../support/corpus';
import type { Inject } from './injection';

/** Signals that exist from the beginning, and signals imported while a client pages. */
const BEFORE = 500;
const INSERTED = 10_000;
const LARGEST_BATCH_NUMBER = 10 ** 6;

/**
 * A client pages through a search's results while more matches are imported: no result that existed at the beginning
 * may be missing, and none may appear twice. In the end, the search finds them all.
 */
export const importWhilePaging: Inject = async ({
  bed,
  customers,
  journal,
  random,
  markInjected,
  stopping,
}) => {
  const batch = random.integer(1, LARGEST_BATCH_NUMBER);
  const signals = pagedSignals(batch, BEFORE + INSERTED);
  const old = signals.slice(0, BEFORE);
  const idsOf = (lines: readonly SignalLine[]) => lines.map(({ id }) => id);
  const pager = new Pager({
    url: bed.url,
    credential: customers.hot[0]!,
    journal,
    random,
    word: wordOf(batch),
    isClosing: () => stopping.aborted,
  });
  await importSignals(bed, `${batch}-old`, old);
  await pager.untilFound(BEFORE);
  markInjected();
  let isImported = false;
  const importing = importSignals(bed, `${batch}-new`, signals.slice(BEFORE)).finally(
    () => (isImported = true),
  );
  // Awaiting it later reports the failure.
  importing.catch(() => undefined);
  let walks = 0;
  for (; !isImported && !stopping.aborted; walks += 1) await pager.walk(idsOf(old));
  await importing;
  await pager.untilFound(signals.length);
  await pager.walk(idsOf(signals));
  return `${walks} walks meanwhile, ${pager.pages} pages in all`;
};
