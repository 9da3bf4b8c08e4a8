import { embedding } from '@heliograph/proto';
import { ServiceError } from '@heliograph/runtime';
import { fakeService } from '@heliograph/testing';
import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { RestartableServer } from './server';

/**
 * An embedding service whose model hashes: the same text (and company, if it reads companies) has the same vector, and
 * different texts have different ones.
 */
export class FakeEmbedding {
  model: embedding.Model = { name: 'Fake model', identity: 'fake-1', dimensions: 32, largestBatch: 16 };
  /** Why it does not embed; undefined if it does. */
  failure: ServiceError | undefined;
  /** Why there is no model. */
  none: ServiceError | undefined;
  /** Texts that the model can never embed. */
  refuses: (text: string) => boolean = () => false;
  /** Latency of each call, like a real model's. */
  latencyMs = 0;
  /** Awaited by each call before it answers. */
  gate: () => Promise<unknown> = () => Promise.resolve();
  /** Embedded texts in order (with companies as JSON, if the model reads them), even if the caller was gone. */
  readonly embedded: string[] = [];
  readonly purposes = new Set<embedding.Purpose>();
  /** Embed calls begun, and their maximum concurrency. */
  calls = 0;
  atOnce = 0;
  private underWay = 0;
  private readonly server = new RestartableServer((server) =>
    fakeService(server, embedding.EmbeddingServiceService, 'indexer', {
      embed: (request) => this.embed(request),
      getModel: () => (this.none ? Promise.reject(this.none) : Promise.resolve(this.model)),
    }),
  );

  get address(): string {
    return this.server.address;
  }

  start = () => this.server.start();
  stop = () => this.server.stop();

  /** The highest number of times a text was embedded. */
  get mostOften(): number {
    const counts = new Map<string, number>();
    for (const text of this.embedded) counts.set(text, (counts.get(text) ?? 0) + 1);
    return Math.max(0, ...counts.values());
  }

  private async embed({
    texts,
    purpose,
    companies,
  }: embedding.EmbedRequest): Promise<embedding.EmbedResponse> {
    const { model, failure, none } = this;
    this.calls += 1;
    this.underWay += 1;
    this.atOnce = Math.max(this.atOnce, this.underWay);
    try {
      await delay(this.latencyMs);
      await this.gate();
    } finally {
      this.underWay -= 1;
    }
    if (failure ?? none) throw failure ?? none;
    if ((model.readsCompanies === true) !== (companies !== undefined))
      throw new ServiceError('semantic_unavailable', 'Companies are missing, or not wanted.');
    if (texts.length > model.largestBatch) throw new ServiceError('invalid_parameter', 'Too many texts.');
    const issues = texts.flatMap((text, index) =>
      this.refuses(text) ? [{ parameter: `texts[${index}]`, message: 'is too long for the model' }] : [],
    );
    if (issues.length > 0)
      throw new ServiceError('invalid_parameter', 'Texts cannot be embedded.', { issues });
    this.purposes.add(purpose);
    const read = texts.map((text, index) =>
      companies ? `${text} ${JSON.stringify(companies.each[index])}` : text,
    );
    this.embedded.push(...read);
    return { model, vectors: read.map((text) => vectorBytes(text, model)) };
  }
}

function vectorBytes(text: string, { identity, dimensions }: embedding.Model): Buffer {
  const seed = createHash('sha256').update(`${identity} ${text}`).digest();
  const vector = Float32Array.from({ length: dimensions }, (_, index) => seed[index % 32]! - 127.5);
  const length = Math.hypot(...vector);
  return Buffer.from(vector.map((value) => value / length).buffer);
}
