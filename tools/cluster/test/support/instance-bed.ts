import { launchService, LogFiles } from '@heliograph/launcher';
import { createLogger } from '@heliograph/runtime';
import { freePort } from '@heliograph/testing';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Instance } from '../../src/instances/instance';
import type { Timings } from '../../src/instances/timings';
import { Endpoints } from '../../src/network/endpoints';

const program = join(__dirname, '../programs/service.cjs');
const logger = createLogger({ service: 'test', level: 'silent' });

const quick: Timings = {
  readinessPeriodMs: 20,
  readinessFailures: 2,
  endpointDelayMs: 1,
  preStopMs: 300,
  shutdownTimeoutMs: 5_000,
};

/** Instances of a small program, and a record of what happens to them. */
export class InstanceBed {
  readonly directory = mkdtempSync(join(tmpdir(), 'instance-'));
  readonly endpoints = new Endpoints(quick.endpointDelayMs);
  readonly crashes: string[] = [];
  readonly cuts: string[] = [];
  readonly made: Instance[] = [];
  private port = 0;

  async prepare(): Promise<void> {
    this.port = await freePort();
  }

  make(options: { isStubborn?: boolean; stopTimeoutMs?: number } = {}): Instance {
    const number = this.made.length + 1;
    const [name, address] = [`test-${number}`, `127.8.0.${number}`];
    const instance = new Instance({
      name,
      service: 'test',
      address,
      operationsPort: this.port,
      logger,
      timings: quick,
      probePath: '/readyz',
      endpoints: this.endpoints,
      startTimeoutMs: 10_000,
      launch: (signal) =>
        launchService(
          {
            name,
            program,
            niceness: 0,
            readyTimeoutMs: 10_000,
            environment: {
              ADDRESS: address,
              PORT: String(this.port),
              HISTORY: this.file('history'),
              UNREADY: this.file('unready'),
              BROKEN: this.file('broken'),
              ...(options.isStubborn && { STUBBORN: 'yes' }),
            },
            logs: new LogFiles(this.directory),
            stopTimeoutMs: options.stopTimeoutMs ?? quick.shutdownTimeoutMs,
          },
          signal,
        ),
      onCrash: (how) => this.crashes.push(how),
      onForcedExit: (how) => this.cuts.push(how),
    });
    this.made.push(instance);
    return instance;
  }

  /** What the programs recorded, without process numbers. */
  get history(): string[] {
    const path = this.file('history');
    return existsSync(path)
      ? readFileSync(path, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split(' ')[0]!)
      : [];
  }

  /** Names of the instances in the endpoints. */
  get listed(): string[] {
    return this.endpoints.of('test').map(({ name }) => name);
  }

  becomeUnready(): void {
    writeFileSync(this.file('unready'), '');
  }

  becomeReady(): void {
    rmSync(this.file('unready'), { force: true });
  }

  /** From now on, new processes refuse their configuration. */
  breakProgram(): void {
    writeFileSync(this.file('broken'), '');
  }

  async destroy(): Promise<void> {
    await Promise.all(this.made.map((instance) => instance.stop()));
    this.endpoints.close();
    rmSync(this.directory, { recursive: true });
  }

  private file(name: string): string {
    return join(this.directory, name);
  }
}
