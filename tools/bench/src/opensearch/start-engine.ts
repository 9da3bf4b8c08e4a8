import { OPENSEARCH_VERSION, OpenSearchProcess } from '@heliograph/testing';
import { processorTimes } from '../processor-time';

const HEAP_MB = 2048;

/** What answers the searches of a system. */
export interface SearchCluster {
  /** What the system is told. */
  variables: Record<string, string>;
  /** Milliseconds of processor that all nodes have used so far; undefined where that cannot be told. */
  usedMilliseconds(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** An OpenSearch of that many nodes, with a shard on each. */
export async function startEngine(size: number): Promise<SearchCluster> {
  const nodes = await OpenSearchProcess.startCluster(size, {
    heapMb: HEAP_MB,
    onFetch: () => process.stderr.write(`fetching OpenSearch ${OPENSEARCH_VERSION} with Maven …\n`),
  });
  return {
    variables: {
      SEARCH_ENGINE: 'opensearch',
      OPENSEARCH_URL: nodes.map(({ url }) => url).join(','),
      OPENSEARCH_SHARDS: String(size),
    },
    async usedMilliseconds() {
      const times = await Promise.all(nodes.map(({ pid }) => processorTimes(pid)));
      if (times.includes(undefined)) return undefined;
      return times.flatMap((each) => [...each!.values()]).reduce((sum, each) => sum + each, 0);
    },
    close: async () => void (await Promise.all(nodes.map((node) => node.stop()))),
  };
}
