import type { EmbeddingModel } from '../../domain/embedding-model';
import { modelIdentity } from '../../domain/model-identity';
import { member, type EmbeddingApi } from '../http/embedding-api';
import type { JsonResponse } from '../http/post-json';
import { ProviderFailure } from '../http/provider-failure';

export const GEMINI_URL = 'https://generativelanguage.googleapis.com';
export const GEMINI_MODEL = 'gemini-embedding-001';
export const GEMINI_DIMENSIONS = 768;

/** For queries and documents alike: the interface fixes it for the published corpus. */
const TASK_TYPE = 'CLUSTERING';
/** Batches with more requests are refused. */
const LARGEST_BATCH = 100;

interface GeminiSettings {
  model: string;
  dimensions: number;
  /** Prefix of the API's paths. */
  url: string;
  apiKey: string;
}

export function geminiModel({
  model,
  dimensions,
}: Pick<GeminiSettings, 'model' | 'dimensions'>): EmbeddingModel {
  return {
    name: model,
    identity: modelIdentity('gemini', model, TASK_TYPE.toLowerCase(), dimensions),
    dimensions,
    largestBatch: LARGEST_BATCH,
  };
}

/** Google's Gemini API, method `models.batchEmbedContents` (https://ai.google.dev/api/embeddings). */
export class GeminiApi implements EmbeddingApi {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  private readonly resource: string;

  constructor(private readonly settings: GeminiSettings) {
    // Its own tools write the name both with and without the collection prefix.
    const name = settings.model.replace(/^models\//, '');
    this.resource = `models/${name}`;
    this.url = `${settings.url.replace(/\/+$/, '')}/v1beta/models/${encodeURIComponent(name)}:batchEmbedContents`;
    this.headers = { 'x-goog-api-key': settings.apiKey };
  }

  body(texts: readonly string[]): unknown {
    return {
      requests: texts.map((text) => ({
        model: this.resource,
        content: { parts: [{ text }] },
        taskType: TASK_TYPE,
        outputDimensionality: this.settings.dimensions,
      })),
    };
  }

  vectors(response: unknown): unknown[] | undefined {
    const embeddings = member(response, 'embeddings');
    return Array.isArray(embeddings) ? embeddings.map((embedding) => member(embedding, 'values')) : undefined;
  }

  /** Errors are a `google.rpc.Status` with details (https://google.aip.dev/193). */
  failure({ status, body }: JsonResponse): ProviderFailure | undefined {
    const error = member(body, 'error');
    const code = member(error, 'status');
    const listed = member(error, 'details');
    const details: unknown[] = Array.isArray(listed) ? listed : [];
    const reasons = details.map((detail) => member(detail, 'reason'));
    // An invalid key is reported as an invalid argument.
    if (reasons.includes('API_KEY_INVALID')) {
      return new ProviderFailure('key_refused', { status, code: 'API_KEY_INVALID' });
    }
    if (status === 400 && code === 'FAILED_PRECONDITION') {
      return new ProviderFailure('unexpected_status', {
        status,
        code,
        advice:
          'The embedding provider does not serve this account or region. Enable billing for its API key, or set another EMBEDDING_PROVIDER.',
      });
    }
    if (status === 429) {
      const delays = details.map((detail) => durationMs(member(detail, 'retryDelay')));
      const retryAfterMs = delays.find((delay) => delay !== undefined);
      // Otherwise the header may have one.
      if (retryAfterMs !== undefined)
        return new ProviderFailure('rate_limited', { status, code, retryAfterMs });
    }
    return undefined;
  }
}

/** A `google.protobuf.Duration` in JSON: seconds with a trailing `s`. */
function durationMs(text: unknown): number | undefined {
  const match = typeof text === 'string' ? /^(\d+(?:\.\d+)?)s$/.exec(text) : null;
  return match ? Number(match[1]) * 1_000 : undefined;
}
