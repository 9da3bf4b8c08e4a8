/** The same as in k8s/redis.yaml. */
const IMAGE = 'redis:8.2.1';
const PORT = 6_379;
const START_TIMEOUT_MS = 120_000;

/** A Redis in a container, which testcontainers removes even if this process dies. */
export async function startRedisContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withExposedPorts(PORT)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(START_TIMEOUT_MS)
    .start();
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(PORT)}`,
    stop: async () => {
      await container.stop();
    },
  };
}
