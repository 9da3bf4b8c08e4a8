import { StartFailure, Supervisor, type RunningProgram } from '@heliograph/launcher';
import type { Logger } from '@heliograph/runtime';
import { setTimeout as delay } from 'node:timers/promises';
import type { Endpoints } from '../network/endpoints';
import { askReadiness } from './ask-readiness';
import type { Timings } from './timings';

/** Probe interval until an instance is ready for the first time, like a startup probe. */
const STARTUP_PERIOD_MS = 200;

/** How a clean exit is described. */
const ORDERLY_END = 'exit status 0';

interface InstanceOptions {
  /** Such as `ledger-3`. */
  name: string;
  service: string;
  /** Its own IPv4 address. */
  address: string;
  operationsPort: number;
  /** Path of its readiness probe. */
  probePath: string;
  /** Starts the program; resolves when it has begun to serve. */
  launch: (signal: AbortSignal) => Promise<RunningProgram>;
  endpoints: Endpoints;
  timings: Timings;
  /** Time allowed for it to become ready. */
  startTimeoutMs: number;
  logger: Logger;
  /** Called when its process exits unexpectedly. */
  onCrash: (how: string) => void;
  /** Called when it had to be killed, or exited with a status other than 0. */
  onForcedExit: (how: string) => void;
}

export type InstanceState = 'starting' | 'running' | 'terminating' | 'ended';

/**
 * One process of a service, treated like a Kubernetes pod: probed for readiness, restarted when it exits on its own,
 * and terminated in this order: endpoints, preStop, SIGTERM, grace period, SIGKILL.
 */
export class Instance {
  private readonly supervisor: Supervisor;
  private readonly probing = new AbortController();
  private program: RunningProgram | undefined;
  private failures = 0;
  private current: InstanceState = 'starting';
  private ready = false;
  private terminating: Promise<void> | undefined;
  private waiting: (() => void)[] = [];

  constructor(private readonly options: InstanceOptions) {
    this.supervisor = new Supervisor(options.name, (signal) => this.launch(signal), options.logger);
  }

  get name(): string {
    return this.options.name;
  }

  get address(): string {
    return this.options.address;
  }

  get state(): InstanceState {
    return this.current;
  }

  get isReady(): boolean {
    return this.ready;
  }

  /**
   * Resolves when it is ready.
   *
   * @throws with the program's own reason when it does not start or is not ready in time.
   */
  async start(): Promise<void> {
    const becameReady = new Promise<void>((resolve) => this.waiting.push(resolve));
    const end = performance.now() + this.options.startTimeoutMs;
    await this.startProgram(end);
    void this.probe();
    const timeout = new AbortController();
    const isLate = await Promise.race([
      becameReady.then(() => false),
      delay(end - performance.now(), true, { signal: timeout.signal, ref: false }).catch(() => false),
    ]);
    timeout.abort();
    if (isLate) throw new Error(`${this.name} was not ready in ${this.options.startTimeoutMs} ms`);
  }

  /** Terminates it gracefully. Idempotent. */
  terminate(): Promise<void> {
    this.terminating ??= this.end(this.options.timings.preStopMs);
    return this.terminating;
  }

  /** Terminates it as part of stopping the whole cluster: skips the endpoint delay. */
  stop(): Promise<void> {
    this.terminating ??= this.end(0);
    return this.terminating;
  }

  /** Kills its process, like a crash; it then restarts. */
  crash(): void {
    this.program?.kill();
  }

  /** Kills it at once and permanently. */
  kill(): void {
    this.probing.abort();
    this.supervisor.kill();
  }

  /** Retries a failed start as long as a retry may help. */
  private async startProgram(end: number): Promise<void> {
    for (;;) {
      try {
        await this.supervisor.start();
        return;
      } catch (error) {
        const isPermanent = error instanceof StartFailure && error.permanent;
        if (isPermanent || this.terminating || performance.now() > end) throw error;
      }
    }
  }

  private async end(preStopMs: number): Promise<void> {
    this.current = 'terminating';
    this.becomeUnready();
    this.probing.abort();
    await delay(preStopMs);
    await this.supervisor.stop();
    this.current = 'ended';
    const how = await this.program?.exited;
    if (how !== undefined && how !== ORDERLY_END) this.options.onForcedExit(how);
  }

  private async launch(signal: AbortSignal): Promise<RunningProgram> {
    const program = await this.options.launch(signal).catch((error: unknown) => {
      if (!this.terminating) this.options.onCrash((error as Error).message);
      throw error;
    });
    this.program = program;
    void program.exited.then((how) => {
      if (this.terminating) return;
      // A kubelet, too, notices at once when a container exits.
      this.becomeUnready();
      this.options.onCrash(how);
    });
    return program;
  }

  private async probe(): Promise<void> {
    const { address, operationsPort, probePath, timings } = this.options;
    const { signal } = this.probing;
    while (!signal.aborted) {
      const program = this.program;
      const isReady = await askReadiness(address, operationsPort, probePath);
      // If the program exited during the probe, another one may be running by now.
      if (program === this.program) this.heard(isReady);
      const pauseMs = this.current === 'starting' ? STARTUP_PERIOD_MS : timings.readinessPeriodMs;
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private heard(isReady: boolean): void {
    if (this.probing.signal.aborted) return;
    this.failures = isReady ? 0 : this.failures + 1;
    if (isReady && !this.ready) this.becomeReady();
    if (this.ready && this.failures >= this.options.timings.readinessFailures) {
      this.options.logger.warn({ instance: this.name }, 'instance is no longer ready');
      this.becomeUnready();
    }
  }

  private becomeReady(): void {
    const { endpoints, service, name, address } = this.options;
    this.ready = true;
    this.current = 'running';
    endpoints.add(service, { name, address });
    for (const resolve of this.waiting.splice(0)) resolve();
  }

  private becomeUnready(): void {
    if (!this.ready) return;
    this.ready = false;
    this.options.endpoints.remove(this.options.service, this.name);
  }
}
