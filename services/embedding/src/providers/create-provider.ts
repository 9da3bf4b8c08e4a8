import type { Logger } from '@heliograph/runtime';
import type { ProviderSettings } from '../config';
import type { BreakerState } from '../domain/circuit-breaker';
import type { EmbeddingModel } from '../domain/embedding-model';
import { GEMINI_DIMENSIONS, GEMINI_MODEL, GEMINI_URL, GeminiApi, geminiModel } from './gemini/gemini-api';
import type { EmbeddingApi } from './http/embedding-api';
import { HttpProvider } from './http/http-provider';
import { LocalProvider } from './local/local-provider';
import { UnconfiguredProvider } from './none/unconfigured-provider';
import { OPENAI_DIMENSIONS, OPENAI_MODEL, OPENAI_URL, OpenAiApi, openAiModel } from './openai/openai-api';
import { NOT_CONFIGURED, type ProviderObserver } from './provider';

interface ProviderContext {
  logger: Logger;
  observer: ProviderObserver & { onBreaker(state: BreakerState): void };
}

type AnyProvider = LocalProvider | HttpProvider | UnconfiguredProvider;

/** The configured provider. A provider without its key is created anyway; its calls fail with that reason. */
export function createProvider(settings: ProviderSettings, context: ProviderContext): AnyProvider {
  const { logger, observer } = context;
  switch (settings.kind) {
    case 'local':
      return new LocalProvider({
        documentWorkers: settings.documentWorkers,
        idleMs: settings.workerIdleMs,
        logger,
        observer,
      });
    case 'gemini':
      return createGemini(settings, context);
    case 'openai':
      return createOpenAi(settings, context);
    case 'none':
      return new UnconfiguredProvider('none', NOT_CONFIGURED, undefined, observer);
  }
}

function createGemini(settings: ProviderSettings, context: ProviderContext): AnyProvider {
  const { apiKey } = settings;
  const chosen = {
    model: settings.model ?? GEMINI_MODEL,
    dimensions: settings.dimensions ?? GEMINI_DIMENSIONS,
  };
  const model = geminiModel(chosen);
  if (apiKey === undefined) return withoutKey('gemini', 'a key of the Gemini API', model, context);
  const api = new GeminiApi({ ...chosen, url: settings.url ?? GEMINI_URL, apiKey });
  return overHttp('gemini', api, model, settings, context);
}

function createOpenAi(settings: ProviderSettings, context: ProviderContext): AnyProvider {
  const { apiKey, url } = settings;
  const chosen = {
    model: settings.model ?? OPENAI_MODEL,
    dimensions: settings.dimensions ?? OPENAI_DIMENSIONS,
  };
  const model = openAiModel(chosen);
  if (apiKey === undefined && (url === undefined || new URL(url).host === new URL(OPENAI_URL).host)) {
    const remedy = 'a key of the OpenAI API, or EMBEDDING_URL to a server that needs none';
    return withoutKey('openai', remedy, model, context);
  }
  const api = new OpenAiApi({ ...chosen, url: url ?? OPENAI_URL, apiKey });
  return overHttp('openai', api, model, settings, context);
}

function withoutKey(
  name: string,
  remedy: string,
  model: EmbeddingModel,
  { observer }: ProviderContext,
): UnconfiguredProvider {
  const advice =
    `Semantic search is not configured: EMBEDDING_API_KEY is not set. Set it to ${remedy}, ` +
    'and restart the embedding service.';
  return new UnconfiguredProvider(name, advice, model, observer);
}

function overHttp(
  name: string,
  api: EmbeddingApi,
  model: EmbeddingModel,
  { timeoutMs, concurrency }: ProviderSettings,
  { logger, observer }: ProviderContext,
): HttpProvider {
  return new HttpProvider({ name, api, model, timeoutMs, concurrency, logger, observer });
}
