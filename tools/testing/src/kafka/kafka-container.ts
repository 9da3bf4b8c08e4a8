import { freePort } from '../free-address';
import { brokerSettings } from './broker-settings';
import { KAFKA_VERSION } from './broker-program';

const START_TIMEOUT_MS = 120_000;

/** A broker in a container, which testcontainers removes even if this process dies. */
export async function startKafkaContainer(): Promise<{ brokers: string[]; stop(): Promise<void> }> {
  const { GenericContainer, getContainerRuntimeClient, Wait } = await import('testcontainers');
  // The broker advertises its address to clients, so its port must be chosen before it starts.
  const port = await freePort();
  const { host } = (await getContainerRuntimeClient()).info.containerRuntime;
  const settings = brokerSettings({
    host,
    port,
    controllerPort: port === 9_093 ? 9_094 : 9_093,
    listenAt: '',
  });
  const environment = Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [
      `KAFKA_${name.toUpperCase().replaceAll('.', '_')}`,
      value,
    ]),
  );
  const container = await new GenericContainer(`apache/kafka:${KAFKA_VERSION}`)
    .withExposedPorts({ container: port, host: port })
    .withEnvironment(environment)
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(START_TIMEOUT_MS)
    .start();
  return {
    brokers: [`${host}:${port}`],
    stop: async () => {
      await container.stop();
    },
  };
}
