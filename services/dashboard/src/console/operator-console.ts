import type { Measured, OperatorConsole } from '@heliograph/dashboard-api';
import { ServiceError } from '@heliograph/runtime';
import { Measurement } from '../domain/measurement';
import type { ConsoleParts, FigureOf } from './console-parts';
import { readCorpus } from './read-corpus';
import { readRefusals } from './read-refusals';
import { readEmbedding, readMetering, readOutbox, readServices, readWebhooks } from './read-services';
import { readUsage } from './read-usage';

/** For figures that a service keeps at hand. */
const PERIOD_MS = 5_000;
/** For figures that a service computes on demand. */
const LONG_PERIOD_MS = 60_000;

type Source = keyof OperatorConsole;

/** The installation's figures: each measured separately, so that one failure leaves the others intact. */
export class OperatorConsoleFigures {
  private readonly sources: { readonly [Name in Source]: Measurement<FigureOf<Name>> };

  /** @param periodMs how long to cache every figure; for tests. */
  constructor(
    private readonly context: ConsoleParts,
    periodMs?: number,
  ) {
    const { clock } = context;
    const every = <Value>(ms: number, read: (parts: ConsoleParts) => Promise<Value>) =>
      new Measurement(() => read(context), periodMs ?? ms, clock);
    this.sources = {
      services: every(PERIOD_MS, readServices),
      corpus: every(LONG_PERIOD_MS, readCorpus),
      embedding: every(PERIOD_MS, readEmbedding),
      outbox: every(PERIOD_MS, readOutbox),
      metering: every(PERIOD_MS, readMetering),
      webhooks: every(PERIOD_MS, readWebhooks),
      usage: every(LONG_PERIOD_MS, readUsage),
      refusals: every(LONG_PERIOD_MS, readRefusals),
    };
  }

  /** Never rejects. */
  async read(): Promise<OperatorConsole> {
    const isCounted = this.context.config.prometheusUrl !== undefined;
    const [services, corpus, embedding, outbox, metering, webhooks, usage, refusals] = await Promise.all([
      this.measured('services'),
      this.measured('corpus'),
      this.measured('embedding'),
      this.measured('outbox'),
      this.measured('metering'),
      this.measured('webhooks'),
      this.measured('usage'),
      isCounted ? this.measured('refusals') : null,
    ]);
    return { services, corpus, embedding, outbox, metering, webhooks, usage, refusals };
  }

  private async measured<Name extends Source>(name: Name): Promise<Measured<FigureOf<Name>>> {
    const outcome = await this.sources[name].read();
    const at = new Date(outcome.atMs).toISOString();
    if ('value' in outcome) return { at, value: outcome.value };
    const { error } = outcome;
    this.context.metrics.figureFailed(name);
    this.context.failures.warn({ err: error, source: name }, 'a figure of the console could not be measured');
    return { at, failure: failureOf(error) };
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof ServiceError)) return 'It could not be read; the log says why.';
  return error.code === 'unavailable' ? 'Its source is not responding.' : error.publicText;
}
