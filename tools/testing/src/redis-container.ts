/** What k8s/redis.yaml runs. */
const IMAGE = 'redis:8.2.1';
const port = 6_379;
const startTimeoutMs = 120_000;

/** A Redis in a container, which testcontainers removes also when this process dies. */
export async function startRedisContainer(): Promise<{ url: string; stop(): Promise<void> }> {
  const { GenericContainer, Wait } = await import('testcontainers');
  const container = await new GenericContainer(IMAGE)
    .withExposedPorts(port)
    .withWaitStrategy(Wait.forLogMessage(/Ready to accept connections/))
    .withStartupTimeout(startTimeoutMs)
    .start();
  return {
    url: `redis://${container.getHost()}:${container.getMappedPort(port)}`,
    stop: async () => {
      await container.stop();
    },
  };
}
