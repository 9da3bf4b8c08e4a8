import { createServer, type IncomingHttpHeaders, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { randomNumbers } from './random-numbers';

const DIMENSIONS = 768;
/** Maximum number of cached word vectors; others are generated each time. */
const MAXIMUM_WORDS_KEPT = 50_000;

interface EmbeddingsRequest {
  model: string;
  input: string[];
}

/**
 * A cheap embedding provider for testing the code around one: it speaks the protocol of an OpenAI-compatible server. A
 * text's vector is the sum of fixed random vectors of its words, so texts that share words are close to each other.
 */
export class FakeProvider {
  /** Every request as received, if requests are kept. */
  readonly received: { headers: IncomingHttpHeaders; body: string }[] = [];
  /** The response to send instead, while set. */
  failure: { status: number; headers?: Record<string, string> } | undefined;
  private readonly words = new Map<string, Float32Array>();

  private constructor(
    private readonly server: Server,
    private readonly dimensions: number,
  ) {}

  static async start(options: { keepsRequests?: boolean; dimensions?: number } = {}): Promise<FakeProvider> {
    const server = createServer();
    const provider = new FakeProvider(server, options.dimensions ?? DIMENSIONS);
    server.on('request', (request, response) => {
      void readText(request).then((body) => {
        if (options.keepsRequests) provider.received.push({ headers: request.headers, body });
        const { failure } = provider;
        if (failure)
          return response.writeHead(failure.status, failure.headers).end('{"error":{"message":"refused"}}');
        response.setHeader('content-type', 'application/json');
        return response.end(JSON.stringify(provider.answer(JSON.parse(body) as EmbeddingsRequest)));
      });
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    return provider;
  }

  /** The texts to embed, in order of arrival. */
  get texts(): string[] {
    return this.received.flatMap(({ body }) => (JSON.parse(body) as EmbeddingsRequest).input);
  }

  /** Environment for a system that uses it. */
  get environment(): Record<string, string> {
    const { port } = this.server.address() as AddressInfo;
    return {
      EMBEDDING_PROVIDER: 'openai',
      EMBEDDING_URL: `http://127.0.0.1:${port}/v1`,
      EMBEDDING_MODEL: 'stand-in',
      EMBEDDING_DIMENSIONS: String(this.dimensions),
    };
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((done) => this.server.close(done));
  }

  private answer({ model, input }: EmbeddingsRequest) {
    const data = input.map((text, index) => ({ object: 'embedding', index, embedding: this.embed(text) }));
    return { object: 'list', model, data, usage: { prompt_tokens: 0, total_tokens: 0 } };
  }

  private embed(text: string): number[] {
    const sum = new Float32Array(this.dimensions);
    for (const word of text.toLowerCase().split(/\W+/)) {
      const vector = this.vectorOf(word);
      for (let index = 0; index < sum.length; index += 1) sum[index] = sum[index]! + vector[index]!;
    }
    const length = Math.hypot(...sum) || 1;
    return Array.from(sum, (value) => Math.round((value / length) * 1e6) / 1e6);
  }

  private vectorOf(word: string): Float32Array {
    const known = this.words.get(word);
    if (known) return known;
    const vector = randomVector(word, this.dimensions);
    if (this.words.size < MAXIMUM_WORDS_KEPT) this.words.set(word, vector);
    return vector;
  }
}

/** Numbers from -0.5 to 0.5, always the same for a word. */
function randomVector(word: string, dimensions: number): Float32Array {
  let state = 0x811c9dc5;
  for (const character of word) state = Math.imul(state ^ character.charCodeAt(0), 0x01000193);
  const random = randomNumbers(state);
  return Float32Array.from({ length: dimensions }, () => random() - 0.5);
}

async function readText(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
