import { CatalogFeed } from '@heliograph/catalog';
import { memoryOf, SegmentBuilder } from '@heliograph/read-model';
import { parentPort, workerData } from 'node:worker_threads';
import type { LoaderInput, LoaderOutput } from './messages';

const { catalogReadUrl, half } = workerData as LoaderInput;

/**
 * Loads half of the catalog, next to the thread that loads the other half. A failure ends the thread, and with it the
 * load.
 */
async function load(): Promise<void> {
  const feed = await CatalogFeed.open({
    connectionString: catalogReadUrl,
    applicationName: 'heliograph-search load',
  });
  try {
    const builder = new SegmentBuilder();
    await feed.loadHalf(half, (rows) => {
      for (const row of rows) builder.add(row);
    });
    const part: LoaderOutput = builder.part();
    parentPort!.postMessage(part, memoryOf(part));
  } finally {
    await feed.close();
  }
}

void load();
