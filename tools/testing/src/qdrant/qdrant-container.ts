export const QDRANT_VERSION = '1.18.3';

const PORT = 6_333;
const START_TIMEOUT_MS = 120_000;

/** A Qdrant in a container, which testcontainers removes even if this process dies. */
export async function startQdrantContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(`qdrant/qdrant:v${QDRANT_VERSION}`)
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forHttp('/readyz', PORT))
    .withStartupTimeout(START_TIMEOUT_MS)
    .start();
  return {
    url: `http://${container.getHost()}:${container.getMappedPort(PORT)}`,
    stop: async () => {
      await container.stop();
    },
  };
}
