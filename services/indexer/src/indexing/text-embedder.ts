import { embedding } from '@heliograph/proto';
import { ServiceError, uuidv7, type RpcClient } from '@heliograph/runtime';
import type { ActiveCollection } from '../collections/active-collection';
import type { EmbeddingText } from '../domain/embedding-text';
import { encodeHalves } from '../domain/half-floats';

/** A text's vector as 16-bit floats, or why it can never have one. */
export type EmbeddedText = { vector: Buffer } | { refusal: string };

/** Long enough for a model on busy cores; queries go first, and the provider is retried within it. */
const TIMEOUT_MS = 60_000;
const ISSUE = /^texts\[(\d+)\]$/;
const FLOAT_BYTES = 4;
/**
 * UTF-16 units of a description that are sent: more than any model reads. A batch of whole descriptions would not fit
 * into a call.
 */
const DESCRIPTION_SENT = 1_000;

/** A call that failed after this share of its time had too many texts. */
const TIMED_OUT_SHARE = 0.9;

/** Embeds texts as documents with the embedding service. */
export class TextEmbedder {
  /** Texts of a call that ends in time, halved and doubled as calls time out and succeed. */
  private manageable = Infinity;

  constructor(
    private readonly client: Pick<RpcClient<typeof embedding.EmbeddingServiceService>, 'embed'>,
    private readonly now = () => performance.now(),
  ) {}

  /**
   * How many texts to give to {@link embed} now. A call that times out keeps none of its vectors, so on a starved
   * machine calls of the same size would embed nothing, ever.
   */
  largestBatch(collection: ActiveCollection): number {
    return Math.min(collection.largestBatch, this.manageable);
  }

  /**
   * Embeds texts, at most as many as one call takes. Refused texts do not keep the others from being embedded.
   *
   * @returns undefined if the service has another model by now.
   * @throws ServiceError when the service or its provider cannot be used now.
   */
  async embed(
    texts: readonly EmbeddingText[],
    collection: ActiveCollection,
  ): Promise<EmbeddedText[] | undefined> {
    if (texts.length === 0) return [];
    try {
      return await this.call(texts, collection);
    } catch (error) {
      if (!(error instanceof ServiceError) || error.code !== 'invalid_parameter') throw error;
      return this.withoutRefused(texts, collection, error);
    }
  }

  private async call(
    texts: readonly EmbeddingText[],
    collection: ActiveCollection,
  ): Promise<EmbeddedText[] | undefined> {
    const began = this.now();
    const { model, vectors } = await this.client
      .embed(
        {
          purpose: embedding.Purpose.DOCUMENT,
          texts: texts.map(({ title }) => title),
          ...(collection.readsCompanies && { companies: { each: texts.map(companyToRequest) } }),
        },
        { requestId: uuidv7(), timeoutMs: TIMEOUT_MS },
      )
      .catch((error: unknown) => {
        if (this.now() - began >= TIMED_OUT_SHARE * TIMEOUT_MS) this.manageable = Math.ceil(texts.length / 2);
        throw error;
      });
    if (texts.length >= this.manageable) this.manageable *= 2;
    if (model?.identity !== collection.identity) return undefined;
    const isWhole = vectors.every(({ length }) => length === collection.dimensions * FLOAT_BYTES);
    if (vectors.length !== texts.length || !isWhole) {
      const count = `${vectors.length} vectors for ${texts.length} texts`;
      throw new Error(`the embedding service returned ${count}, or some of the wrong length`);
    }
    return vectors.map((vector) => ({ vector: encodeHalves(vector) }));
  }

  private async withoutRefused(
    texts: readonly EmbeddingText[],
    collection: ActiveCollection,
    { publicText, issues }: ServiceError,
  ): Promise<EmbeddedText[] | undefined> {
    const refusals = new Map<number, string>();
    for (const { parameter, message } of issues) {
      const index = Number(ISSUE.exec(parameter)?.[1] ?? texts.length);
      if (index < texts.length) refusals.set(index, message);
    }
    if (refusals.size === 0) {
      // The service does not say which: it is the one that fails alone.
      if (texts.length === 1) return [{ refusal: publicText }];
      const half = Math.ceil(texts.length / 2);
      const parts = [texts.slice(0, half), texts.slice(half)];
      const [first, second] = await Promise.all(parts.map((part) => this.embed(part, collection)));
      return first && second && [...first, ...second];
    }
    const others = await this.embed(
      texts.filter((_text, index) => !refusals.has(index)),
      collection,
    );
    return (
      others &&
      texts.map((_text, index) => {
        const refusal = refusals.get(index);
        return refusal === undefined ? others.shift()! : { refusal };
      })
    );
  }
}

function companyToRequest({ company }: EmbeddingText): embedding.Company {
  return {
    description: beginningOf(company?.description ?? ''),
    industries: [...(company?.industries ?? [])],
  };
}

/** Does not split a character. */
function beginningOf(description: string): string {
  return description.slice(0, DESCRIPTION_SENT).replace(/[\ud800-\udbff]$/, '');
}
