import { createHash } from 'node:crypto';
import { type embedding } from '@heliograph/proto';
import type { OutgoingCall } from '@heliograph/runtime';
import type { EmbeddingClient } from '../../src/semantic/embed-query';

/** Few dimensions and few directions: many texts have equal vectors, so that ties are common. */
const DIMENSIONS = 3;
const DIRECTIONS = 12;

/** One of a few vectors of length 1, chosen by a text's hash. */
export function vectorOf(text: string): Float32Array {
  const number = (createHash('sha256').update(text).digest()[0] ?? 0) % DIRECTIONS;
  const angle = (2 * Math.PI * number) / DIRECTIONS;
  return Float32Array.from([Math.cos(angle), Math.sin(angle) * 0.6, Math.sin(angle) * 0.8]);
}

/** The embedding service's contract for queries. */
export class FakeEmbeddings implements EmbeddingClient {
  model = { name: 'test-model', identity: 'test-1', dimensions: DIMENSIONS, largestBatch: 16 };
  readonly requests: { request: embedding.EmbedRequest; call: OutgoingCall }[] = [];
  /** Rejects with this while set. */
  failure: Error | undefined;

  async embed(request: embedding.EmbedRequest, call: OutgoingCall): Promise<embedding.EmbedResponse> {
    this.requests.push({ request, call });
    if (this.failure) throw this.failure;
    const vectors = request.texts.map((text) => {
      const bytes = Buffer.alloc(4 * DIMENSIONS);
      vectorOf(text).forEach((value, at) => bytes.writeFloatLE(value, 4 * at));
      return bytes;
    });
    return { model: this.model, vectors };
  }

  async getModel(): Promise<embedding.Model> {
    if (this.failure) throw this.failure;
    return this.model;
  }

  async close() {}
}
