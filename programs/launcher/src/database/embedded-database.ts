import { EmbeddedPostgres, type EmbeddedPostgresOptions } from '@heliograph/postgres';
import type { Logger } from '@heliograph/runtime';
import type { Home } from '../home/home';
import type { LogFiles } from '../home/log-files';
import { StartFailure, withDiskRemedy } from '../start-failure';
import { Supervisor, type RunningProgram } from '../supervision/supervisor';

/** The name of its log. */
const EMBEDDED_DATABASE_NAME = 'postgresql';

/** PostgreSQL as a supervised child: restarted when it dies, like a service. */
export class EmbeddedDatabase {
  private server: EmbeddedPostgres | undefined;
  private readonly supervisor: Supervisor;

  /** @param settings for the server, in addition to its usual ones. */
  constructor(
    private readonly home: Home,
    private readonly logs: LogFiles,
    private readonly logger: Logger,
    private readonly settings?: EmbeddedPostgresOptions['settings'],
  ) {
    this.supervisor = new Supervisor(EMBEDDED_DATABASE_NAME, () => this.launch(), logger);
  }

  /** @returns the administrator's connection string. */
  async start(): Promise<string> {
    await this.supervisor.start();
    if (!this.server) throw new StartFailure('PostgreSQL was stopped while it started');
    return this.server.connectionString('heliograph');
  }

  stop(): Promise<void> {
    return this.supervisor.stop();
  }

  kill(): void {
    this.supervisor.kill();
  }

  private async launch(): Promise<RunningProgram> {
    const server = await EmbeddedPostgres.start({
      dataDirectory: this.home.databaseDirectory,
      logFile: this.logs.pathOf(EMBEDDED_DATABASE_NAME),
      settings: this.settings,
      logger: this.logger,
    }).catch((error: unknown) => {
      const message = error instanceof Error ? error.message : String(error);
      throw new StartFailure(withDiskRemedy(message), true, { cause: error });
    });
    this.server = server;
    return {
      exited: server.exited.then(({ code, signal }) =>
        signal ? `killed by ${signal}` : `exit status ${code}`,
      ),
      stop: () => server.stop(),
      kill: () => server.kill(),
    };
  }
}
