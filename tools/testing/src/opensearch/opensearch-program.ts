import type { JavaProgram } from '../maven/libraries';

export const OPENSEARCH_VERSION = '2.19.1';

/** One OpenSearch node, assembled from libraries alone. */
export const openSearchProgram: JavaProgram = {
  name: 'opensearch',
  version: OPENSEARCH_VERSION,
  artifacts: [
    `org.opensearch:opensearch:${OPENSEARCH_VERSION}`,
    `org.opensearch.plugin:transport-netty4-client:${OPENSEARCH_VERSION}`,
    'org.apache.logging.log4j:log4j-core:2.21.0',
  ],
};
