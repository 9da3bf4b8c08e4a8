import { OPENSEARCH_VERSION, OpenSearchProcess } from '@heliograph/testing';
import { processorTimes } from '../processor-time';

const HEAP_MB = 2048;

/** The engine that answers a system's searches. */
export interface SearchCluster {
  /** Variables that make a system use it. */
  variables: Record<string, string>;
  /** CPU milliseconds that all nodes have used so far; undefined where they cannot be read. */
  usedMilliseconds(): Promise<number | undefined>;
  close(): Promise<void>;
}

/** Starts an OpenSearch cluster with this many nodes and one shard on each. */
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
