import { createLogger, createMetrics, RpcServer } from '@heliograph/runtime';
import { freeAddress, testTrust } from '@heliograph/testing';

export const silent = createLogger({
  service: 'indexer-test',
  level: process.env.TEST_LOG_LEVEL ?? 'silent',
});

/** A gRPC server that can disappear and come back at the same address. */
export class ComingAndGoing {
  readonly address = freeAddress();
  private server: RpcServer | undefined;

  constructor(private readonly serve: (server: RpcServer) => void) {}

  async start(): Promise<void> {
    this.server = RpcServer.create({
      name: 'fake',
      address: this.address,
      trust: testTrust,
      logger: silent,
      metrics: createMetrics('fake'),
    });
    this.serve(this.server);
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server?.close(100);
    this.server = undefined;
  }
}
