import { FakeVendor, type ReceivedRequest, type VendorResponse, type VendorInterface } from './fake-vendor';

export const OPENAI_KEY = 'sk-a-key-of-the-vendor';

interface Body {
  model: string;
  input: string[];
  encoding_format: string;
  dimensions?: number;
}

export interface FakeOpenAiOptions {
  /** Whether calls need {@link OPENAI_KEY}; self-hosted servers require none. */
  needsKey?: boolean;
  /** The model's dimensions when the request has no `dimensions`. */
  nativeDimensions?: number;
  /** How the server treats `dimensions`. */
  dimensions?: 'taken' | 'ignored' | 'refused';
  largestBatch?: number;
}

const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body) as Body;

export function openAiError(status: number, code: string | null, message: string): VendorResponse {
  return { status, body: { error: { message, type: 'invalid_request_error', param: null, code } } };
}

/** `POST /embeddings`, according to https://platform.openai.com/docs/api-reference/embeddings. */
function openAi(options: FakeOpenAiOptions): VendorInterface {
  const {
    needsKey = true,
    nativeDimensions = 1_536,
    dimensions: treatment = 'taken',
    largestBatch = 2_048,
  } = options;
  return {
    refusal(request) {
      const { method, path, headers } = request;
      if (method !== 'POST' || path !== '/v1/embeddings')
        return openAiError(404, 'unknown_url', 'Invalid URL');
      if (needsKey && headers.authorization !== `Bearer ${OPENAI_KEY}`) {
        return openAiError(401, 'invalid_api_key', 'Incorrect API key provided: sk-***.');
      }
      if (headers['content-type'] !== 'application/json') return openAiError(400, null, 'not JSON');
      const { model, input, encoding_format: format, dimensions } = bodyOf(request);
      if (!/^[\w./:-]+$/.test(model)) return openAiError(404, 'model_not_found', 'The model does not exist');
      if (format !== 'float') return openAiError(400, null, 'encoding_format');
      if (!Array.isArray(input) || input.length === 0 || input.includes('')) {
        return openAiError(400, null, "'$.input' is invalid.");
      }
      if (input.length > largestBatch)
        return openAiError(413, null, 'batch size > maximum allowed batch size');
      if (input.some((text) => text.includes('UNEMBEDDABLE'))) {
        return openAiError(400, null, "This model's maximum context length is 8192 tokens.");
      }
      if (dimensions !== undefined && treatment === 'refused') {
        return openAiError(400, null, 'This model does not support specifying dimensions.');
      }
      return undefined;
    },
    texts: (request) => bodyOf(request).input,
    dimensions: (request) =>
      treatment === 'taken' ? (bodyOf(request).dimensions ?? nativeDimensions) : nativeDimensions,
    // In any order: the index assigns the vectors.
    answer: (vectors) => ({
      object: 'list',
      data: vectors.map((embedding, index) => ({ object: 'embedding', index, embedding })).reverse(),
      model: 'text-embedding-3-small',
      usage: { prompt_tokens: 8, total_tokens: 8 },
    }),
  };
}

export function startFakeOpenAi(options: FakeOpenAiOptions = {}): Promise<FakeVendor> {
  return FakeVendor.start(openAi(options));
}
