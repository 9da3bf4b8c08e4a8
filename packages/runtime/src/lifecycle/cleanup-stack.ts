import type { Logger } from '../logging/logger';

/**
 * Cleanup steps, registered when something is acquired and run in reverse order. A second run does nothing; a failing
 * step is logged, and the rest still run.
 */
export class CleanupStack {
  private steps: { name: string; run: () => unknown }[] = [];
  private running: Promise<void> | undefined;

  constructor(private readonly logger?: Logger) {}

  add(name: string, run: () => unknown): void {
    this.steps.push({ name, run });
  }

  runAll(): Promise<void> {
    this.running ??= this.unwind();
    return this.running;
  }

  private async unwind(): Promise<void> {
    for (const step of this.steps.splice(0).reverse()) {
      try {
        await step.run();
      } catch (error) {
        this.logger?.error({ err: error, step: step.name }, 'clean-up step failed');
      }
    }
  }
}
