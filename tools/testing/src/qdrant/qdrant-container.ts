export const QDRANT_VERSION = '1.18.3';

const port = 6_333;
const startTimeoutMs = 120_000;

/** A Qdrant in a container, which testcontainers removes also when this process dies. */
export async function startQdrantContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(`qdrant/qdrant:v${QDRANT_VERSION}`)
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forHttp('/readyz', port))
    .withStartupTimeout(startTimeoutMs)
    .start();
  return {
    url: `http://${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => {
      await container.stop();
    },
  };
}
