import { FakeVendor, type ReceivedRequest, type VendorResponse, type VendorInterface } from './fake-vendor';

export const GEMINI_KEY = 'AIza-a-key-of-the-vendor';

interface Body {
  requests: {
    model: string;
    content: { parts: { text: string }[] };
    taskType: string;
    outputDimensionality: number;
  }[];
}

const bodyOf = ({ body }: ReceivedRequest) => JSON.parse(body) as Body;

/** A `google.rpc.Status` in JSON. */
export function geminiError(
  status: number,
  word: string,
  message: string,
  details: unknown[] = [],
): VendorResponse {
  return { status, body: { error: { code: status, message, status: word, details } } };
}

/** `models.batchEmbedContents`, according to https://ai.google.dev/api/embeddings. */
const gemini: VendorInterface = {
  refusal(request) {
    const { method, path, headers } = request;
    const model = /^\/v1beta\/(models\/[a-z0-9.-]+):batchEmbedContents$/.exec(path)?.[1];
    if (method !== 'POST' || model !== 'models/gemini-embedding-001') {
      return geminiError(404, 'NOT_FOUND', 'is not found for API version v1beta');
    }
    if (headers['x-goog-api-key'] === undefined) {
      return geminiError(403, 'PERMISSION_DENIED', "Method doesn't allow unregistered callers");
    }
    if (headers['x-goog-api-key'] !== GEMINI_KEY) {
      return geminiError(400, 'INVALID_ARGUMENT', 'API key not valid. Please pass a valid API key.', [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'API_KEY_INVALID',
          domain: 'googleapis.com',
          metadata: { service: 'generativelanguage.googleapis.com' },
        },
      ]);
    }
    if (headers['content-type'] !== 'application/json')
      return invalid('Content-Type must be application/json');
    const { requests } = bodyOf(request);
    if (requests.length > 100) {
      return invalid('* BatchEmbedContentsRequest.requests: at most 100 requests can be in one batch');
    }
    for (const { model: named, content, taskType, outputDimensionality } of requests) {
      if (named !== model) return invalid('* EmbedContentRequest.model: must be the model of the batch');
      if (!content.parts[0]?.text) return invalid('* EmbedContentRequest.content contains an empty Part.');
      // A text that this model rejects.
      if (content.parts[0].text.includes('UNEMBEDDABLE')) return invalid('* content cannot be embedded');
      if (!/^[A-Z_]+$/.test(taskType)) return invalid('Invalid value at taskType');
      if (outputDimensionality < 128 || outputDimensionality > 3_072) return invalid('out of range');
    }
    return undefined;
  },
  texts: (request) => bodyOf(request).requests.map(({ content }) => content.parts[0]!.text),
  dimensions: (request) => bodyOf(request).requests[0]!.outputDimensionality,
  answer: (vectors) => ({ embeddings: vectors.map((values) => ({ values })) }),
};

function invalid(message: string): VendorResponse {
  return geminiError(400, 'INVALID_ARGUMENT', message);
}

export function startFakeGemini(): Promise<FakeVendor> {
  return FakeVendor.start(gemini);
}
