import { onDatabase } from '@heliograph/postgres';
import type { search } from '@heliograph/proto';
import type { CallContext } from '@heliograph/runtime';
import type { CorpusContext } from '../context';
import { semanticState } from '../semantic/semantic-state';

/** Whether semantic search works at the moment, and whether changes can be followed at all. */
export async function getStatus(
  { semanticParts, changes }: CorpusContext,
  call: CallContext,
): Promise<search.SearchStatus> {
  return {
    semantic: await onDatabase(() => semanticState(semanticParts, call)),
    lacksChanges: changes === undefined,
  };
}
