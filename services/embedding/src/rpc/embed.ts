import type { embedding } from '@heliograph/proto';
import { vectorToBytes, type CallContext } from '@heliograph/runtime';
import type { Context } from '../context';
import { RefusedTextsError, requireModel } from '../providers/provider';
import { refusedTexts, workFromRequest } from './convert';

/**
 * Vectors of texts, all or none.
 *
 * @throws ServiceError `invalid_parameter` naming every issue, and each text that this model can never embed.
 * @throws ServiceError `semantic_unavailable` saying what an operator can do.
 */
export async function embed(
  { provider, embedder }: Context,
  request: embedding.EmbedRequest,
  call: CallContext,
): Promise<embedding.EmbedResponse> {
  const model = requireModel(provider);
  const work = workFromRequest(request, model);
  try {
    const vectors = await embedder.embed(work, call.deadline);
    return { model, vectors: vectors.map(vectorToBytes) };
  } catch (error) {
    throw error instanceof RefusedTextsError ? refusedTexts(error) : error;
  }
}
