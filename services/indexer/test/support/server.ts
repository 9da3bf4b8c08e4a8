import { createLogger, type RpcServer } from '@heliograph/runtime';
import { freeAddress, fakeServer } from '@heliograph/testing';

export const silent = createLogger({
  service: 'indexer-test',
  level: process.env.TEST_LOG_LEVEL ?? 'silent',
});

/** A gRPC server that can disappear and come back at the same address. */
export class RestartableServer {
  readonly address = freeAddress();
  private server: RpcServer | undefined;

  constructor(private readonly serve: (server: RpcServer) => void) {}

  async start(): Promise<void> {
    this.server = fakeServer('fake', this.address);
    this.serve(this.server);
    await this.server.start();
  }

  async stop(): Promise<void> {
    await this.server?.close(100);
    this.server = undefined;
  }
}
