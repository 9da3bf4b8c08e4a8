import { OPENSEARCH_VERSION, OpenSearchProcess } from '@heliograph/testing';

const HEAP_MB = 2048;

/** An OpenSearch for a system that has its searches answered there. */
export async function startEngine(): Promise<{
  /** What the system is told. */
  variables: Record<string, string>;
  close(): Promise<void>;
}> {
  const node = await OpenSearchProcess.start({
    heapMb: HEAP_MB,
    onFetch: () => process.stderr.write(`fetching OpenSearch ${OPENSEARCH_VERSION} with Maven …\n`),
  });
  return {
    variables: { SEARCH_ENGINE: 'opensearch', OPENSEARCH_URL: node.url },
    close: () => node.stop(),
  };
}
