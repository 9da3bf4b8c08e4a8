import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { waitFor } from '@heliograph/testing';
import type { EventLogSettings } from '../../src';

/** A group member in its own process. */
export class Member {
  /** Texts of the messages that its handler received. */
  readonly handling: string[] = [];
  private isClosed = false;

  private constructor(private readonly child: ChildProcess) {
    child.on('message', (told: 'closed' | { handling: string[] }) => {
      if (told === 'closed') this.isClosed = true;
      else this.handling.push(...told.handling);
    });
  }

  /** @param order with `hold`, batches wait for `release`. */
  static start(order: { settings: EventLogSettings; topic: string; group: string; hold?: boolean }): Member {
    const child = fork(join(__dirname, 'member-program.cjs'), {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    child.send(order);
    return new Member(child);
  }

  release(): void {
    this.child.send('release');
  }

  pause(): void {
    this.child.kill('SIGSTOP');
  }

  resume(): void {
    this.child.kill('SIGCONT');
  }

  async kill(): Promise<void> {
    if (this.child.exitCode !== null || this.child.signalCode !== null) return;
    this.child.kill('SIGKILL');
    await once(this.child, 'exit');
  }

  /** Leaves the group and exits. */
  async close(): Promise<void> {
    this.child.send('close');
    await waitFor(() => this.isClosed, { description: 'the end of the membership' });
    await this.kill();
  }
}
