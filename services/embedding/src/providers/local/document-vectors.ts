import type { SentenceModel } from '@heliograph/model-all-minilm-l6-v2';
import { LRUCache } from 'lru-cache';
import type { Company } from '../provider';
import { localVector } from './local-vector';

/** Relative to the title's vector; all have length 1. Measured (ADR 0021); the optimum is flat. */
const DESCRIPTION_WEIGHT = 0.5;
const INDUSTRIES_WEIGHT = 0.3;

/** How many UTF-16 units of a description are read: two or three sentences. The indexer sends the first 1,000. */
const DESCRIPTION_READ = 300;
const INDUSTRIES_READ = 8;

/** Cached vectors of companies' texts: 3 MB. Most lists of industries recur. */
const KEPT = 2_000;

/**
 * Vectors of documents: the title's, moved toward those of the company's description and industries. Embedded in one
 * text, they would outweigh the title and be embedded again for each title. A change here needs another identity in
 * `local-model.ts`.
 */
export class DocumentVectors {
  private readonly kept = new LRUCache<string, Float32Array>({ max: KEPT });

  constructor(private readonly model: Pick<SentenceModel, 'embed'>) {}

  /** Of length 1. */
  async vectorOf(title: string, { description, industries }: Company): Promise<Float32Array> {
    const vector = await localVector(this.model, title);
    const parts: [string, number][] = [
      [description.slice(0, DESCRIPTION_READ), DESCRIPTION_WEIGHT],
      [industries.slice(0, INDUSTRIES_READ).join(', '), INDUSTRIES_WEIGHT],
    ];
    const known = parts.filter(([text]) => /\S/u.test(text));
    if (known.length === 0) return vector;
    for (const [text, weight] of known) {
      const part = await this.partOf(text);
      vector.forEach((value, index) => (vector[index] = value + weight * part[index]!));
    }
    const length = Math.hypot(...vector);
    return vector.map((value) => value / length);
  }

  private async partOf(text: string): Promise<Float32Array> {
    const kept = this.kept.get(text);
    if (kept) return kept;
    const vector = await localVector(this.model, text);
    this.kept.set(text, vector);
    return vector;
  }
}
