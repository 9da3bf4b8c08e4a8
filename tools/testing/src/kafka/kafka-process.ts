import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { checkPortIsFree, freePort } from '../free-address';
import { archivedClasses, javaLibraries } from '../maven/libraries';
import { OwnServer, ServerProcess } from '../server-process';
import { kafkaProgram } from './broker-program';
import { brokerSettings } from './broker-settings';

export interface KafkaProcessOptions {
  /** Directory for data and log; by default a temporary one, which `stop` removes. */
  directory?: string;
  /** Port of 127.0.0.1; a free one by default. */
  port?: number;
  /** Changes the broker's settings, for example to add a listener. */
  adjust?(settings: Record<string, string>): Record<string, string>;
  /** Called before the broker is downloaded, which happens only once. */
  onFetch?(): void;
}

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 15_000;

/** A Kafka broker, in Java. */
export class KafkaProcess extends OwnServer {
  private constructor(
    server: ServerProcess,
    private readonly port: number,
    private readonly temporaryDirectory: string | undefined,
  ) {
    super(server);
  }

  /**
   * @throws when Java is missing, when both the broker's libraries and Maven are missing, or when the broker does not
   *   start.
   */
  static async start(options: KafkaProcessOptions = {}): Promise<KafkaProcess> {
    if (options.port !== undefined) await checkPortIsFree(options.port);
    const libraries = await javaLibraries(kafkaProgram, {
      onFetch: options.onFetch,
      async archiveClasses(fetched, argument) {
        const kafka = await KafkaProcess.launch(fetched, {}, [argument]);
        await kafka.server.stop();
        await kafka.stop();
      },
    });
    return KafkaProcess.launch(libraries, options, archivedClasses(libraries));
  }

  private static async launch(
    libraries: string,
    options: KafkaProcessOptions,
    javaArguments: readonly string[],
  ): Promise<KafkaProcess> {
    const temporaryDirectory = options.directory
      ? undefined
      : await mkdtemp(join(tmpdir(), 'heliograph-kafka-'));
    const directory = options.directory ?? temporaryDirectory!;
    const port = options.port ?? (await freePort());
    const settingsFile = await prepareDirectory(directory, port, options.adjust);
    const server = new ServerProcess({
      program: 'java',
      arguments: [
        ...['-Xms64m', '-Xmx256m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', ...javaArguments],
        ...[
          '-Dorg.slf4j.simpleLogger.defaultLogLevel=warn',
          '-Dorg.slf4j.simpleLogger.log.kafka.server.KafkaRaftServer=info',
        ],
        ...['-cp', join(libraries, '*'), 'kafka.Kafka', settingsFile],
      ],
      logFile: join(directory, 'broker.log'),
      isReady: (printed) => printed.includes('Kafka Server started'),
      startTimeoutMs: START_TIMEOUT_MS,
      stopTimeoutMs: STOP_TIMEOUT_MS,
    });
    const kafka = new KafkaProcess(server, port, temporaryDirectory);
    try {
      await server.run();
    } catch (error) {
      await kafka.stop();
      throw error;
    }
    return kafka;
  }

  get brokers(): string[] {
    return [`127.0.0.1:${this.port}`];
  }

  /** Stops it permanently. Idempotent. */
  async stop(): Promise<void> {
    // A clean shutdown takes a while, and disposable data does not need one.
    await (this.temporaryDirectory ? this.server.kill() : this.server.stop());
    if (this.temporaryDirectory) await rm(this.temporaryDirectory, { recursive: true, force: true });
  }
}

/** Writes the broker's settings and formats its data directory if there is none; returns the settings file. */
async function prepareDirectory(
  directory: string,
  port: number,
  adjust: KafkaProcessOptions['adjust'] = (settings) => settings,
): Promise<string> {
  const data = join(directory, 'data');
  const identity = join(data, 'meta.properties');
  await mkdir(data, { recursive: true });
  if (!existsSync(identity)) {
    const clusterId = randomBytes(16).toString('hex');
    await writeFile(identity, propertiesOf({ version: '1', 'cluster.id': clusterId, 'node.id': '1' }));
  }
  const settings = adjust(
    brokerSettings({
      host: '127.0.0.1',
      port,
      controllerPort: await freePort(),
      listenAt: '127.0.0.1',
    }),
  );
  const file = join(directory, 'server.properties');
  await writeFile(file, propertiesOf({ ...settings, 'log.dirs': data }));
  return file;
}

function propertiesOf(settings: Record<string, string>): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name}=${value}\n`)
    .join('');
}
