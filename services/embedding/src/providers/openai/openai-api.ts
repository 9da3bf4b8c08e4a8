import type { EmbeddingModel } from '../../domain/embedding-model';
import { modelIdentity } from '../../domain/model-identity';
import { member, type EmbeddingApi } from '../http/embedding-api';
import type { JsonResponse } from '../http/post-json';
import { ProviderFailure } from '../http/provider-failure';

export const OPENAI_URL = 'https://api.openai.com/v1';
export const OPENAI_MODEL = 'text-embedding-3-small';
export const OPENAI_DIMENSIONS = 768;

/**
 * The API allows 2,048, with 300,000 tokens together: 128 texts of 8,000 characters stay below that in most languages.
 * Servers that accept fewer get fewer once they say so.
 */
const LARGEST_BATCH = 128;

interface OpenAiSettings {
  model: string;
  dimensions: number;
  /** With the version, such as `https://api.openai.com/v1`. */
  url: string;
  /** Self-hosted servers need none. */
  apiKey: string | undefined;
}

export function openAiModel({
  model,
  dimensions,
}: Pick<OpenAiSettings, 'model' | 'dimensions'>): EmbeddingModel {
  return {
    name: model,
    identity: modelIdentity('openai', model, dimensions),
    dimensions,
    largestBatch: LARGEST_BATCH,
  };
}

/**
 * OpenAI's `POST /embeddings` (https://platform.openai.com/docs/api-reference/embeddings), which many other servers
 * implement too.
 */
export class OpenAiApi implements EmbeddingApi {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  private sendsDimensions = true;

  constructor(private readonly settings: OpenAiSettings) {
    this.url = `${settings.url.replace(/\/+$/, '')}/embeddings`;
    this.headers = settings.apiKey === undefined ? {} : { authorization: `Bearer ${settings.apiKey}` };
  }

  body(texts: readonly string[]): unknown {
    const { model, dimensions } = this.settings;
    return { model, input: texts, encoding_format: 'float', ...(this.sendsDimensions && { dimensions }) };
  }

  vectors(response: unknown): unknown[] | undefined {
    const data = member(response, 'data');
    if (!Array.isArray(data)) return undefined;
    const vectors: unknown[] = [];
    for (const item of data) {
      const index = member(item, 'index');
      // A duplicate, missing, or out-of-range index: which text the vector belongs to would be a guess.
      if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= data.length)
        return undefined;
      if (vectors[index as number] !== undefined) return undefined;
      vectors[index as number] = member(item, 'embedding');
    }
    return vectors;
  }

  failure({ status, body }: JsonResponse): ProviderFailure | undefined {
    const code = member(member(body, 'error'), 'code');
    if (status === 429 && code === 'insufficient_quota')
      return new ProviderFailure('quota_used_up', { status, code });
    return undefined;
  }

  /** Models whose vectors cannot be shortened refuse `dimensions`, even their own. */
  simplify(): (() => void) | undefined {
    if (!this.sendsDimensions) return undefined;
    this.sendsDimensions = false;
    return () => {
      this.sendsDimensions = true;
    };
  }
}
