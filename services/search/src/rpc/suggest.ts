import { isSuggestionKind, MAXIMUM_SUGGESTIONS, SUGGEST_PARAMETERS } from '@heliograph/contract';
import type { search } from '@heliograph/proto';
import { ServiceError, type CallContext } from '@heliograph/runtime';
import { words as wordsOf } from '@heliograph/words';
import type { CorpusContext } from '../context';

/**
 * The values with the most published signals whose names contain what was typed. The gateway checked the bounds; they
 * are checked again here, because they bound the work.
 *
 * @throws ServiceError `invalid_parameter`, `rate_limited`, `unavailable`.
 */
export async function suggest(
  { engine }: CorpusContext,
  { kind, prefix, limit, others }: search.SuggestRequest,
  call: CallContext,
): Promise<search.SuggestResponse> {
  if (!isSuggestionKind(kind)) throw new ServiceError('invalid_parameter', 'kind is unknown.');
  if (limit < 1 || limit > MAXIMUM_SUGGESTIONS) {
    throw new ServiceError('invalid_parameter', `limit must be from 1 to ${MAXIMUM_SUGGESTIONS}.`);
  }
  // UTF-16 code units: at most two per character.
  const words = prefix.length > SUGGEST_PARAMETERS.prefix.maximum * 2 ? [] : wordsOf(prefix);
  if (words.length === 0) {
    throw new ServiceError('invalid_parameter', 'prefix must contain a word, and must not be too long.');
  }
  const found = await engine.suggest({ kind, words, others, limit }, call);
  return { values: found.map(({ value, label = '', count }) => ({ value, label, count: BigInt(count) })) };
}
