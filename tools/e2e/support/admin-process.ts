import { fork, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';

const PROGRAM = join(__dirname, 'admin-program.cjs');
/** The process exits when idle for this long, because it cannot know which command is the last. */
const IDLE_MS = 5_000;

/** The result of a command. */
export interface CommandResult {
  status: number | null;
  stdout: string;
  stderr: string;
}

/** Runs `heliograph-admin` commands in one process, which starts with the first and exits after a while without any. */
export class AdminProcess {
  private child: ChildProcess | undefined;
  private commands = 0;
  private running = 0;
  private idle: NodeJS.Timeout | undefined;

  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  async run(args: readonly string[]): Promise<CommandResult> {
    clearTimeout(this.idle);
    const child = (this.child ??= this.start());
    const id = (this.commands += 1);
    this.running += 1;
    try {
      return await new Promise<CommandResult>((done, reject) => {
        const end = (status: number | null) => reject(new Error(`heliograph-admin ended with ${status}`));
        const listen = (response: CommandResult & { id: number }) => {
          if (response.id !== id) return;
          child.off('message', listen).off('exit', end);
          done(response);
        };
        child.on('message', listen).once('exit', end);
        child.send({ id, args });
      });
    } finally {
      this.running -= 1;
      if (this.running === 0) this.idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    }
  }

  private start(): ChildProcess {
    const child = fork(PROGRAM, { env: this.environment, stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    // Many commands may run at once.
    child.setMaxListeners(0);
    child.once('exit', () => {
      if (this.child === child) this.child = undefined;
    });
    return child;
  }

  private stop(): void {
    this.child?.disconnect();
    this.child = undefined;
  }
}
