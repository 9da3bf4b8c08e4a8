import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace-node';
import type { Logger } from '../logging/logger';

type Exported = Parameters<SpanExporter['export']>[1];

/** `ExportResultCode.SUCCESS` of @opentelemetry/core. */
const SUCCESS = 0;

/**
 * Forwards spans, and logs once when they cannot be delivered and once when they can again. The batch processor in
 * front keeps a bounded number of spans and drops the rest, so a collector that is down costs nothing more.
 */
export class ReportingExporter implements SpanExporter {
  private isFailing = false;

  /** @param target the spans' destination, for the log, without secrets. */
  constructor(
    private readonly exporter: SpanExporter,
    private readonly target: string,
    private readonly logger: Logger,
  ) {}

  export(spans: ReadableSpan[], done: Exported): void {
    this.exporter.export(spans, (result) => {
      this.note(result.code === SUCCESS, result.error);
      done(result);
    });
  }

  async forceFlush(): Promise<void> {
    await this.exporter.forceFlush?.();
  }

  shutdown(): Promise<void> {
    return this.exporter.shutdown();
  }

  private note(succeeded: boolean, error: Error | undefined): void {
    if (succeeded !== this.isFailing) return;
    this.isFailing = !succeeded;
    if (succeeded) this.logger.info({ target: this.target }, 'trace delivery has resumed');
    else this.logger.warn({ err: error, target: this.target }, 'traces cannot be delivered and are dropped');
  }
}
