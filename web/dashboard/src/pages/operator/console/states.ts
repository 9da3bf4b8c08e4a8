import type { OperatorConsole, SemanticSearchState } from '@heliograph/dashboard-api';
import type { Tone } from '../../../design';
import { formatQuantity } from '../../../design/figures';

/** A state in words, and how good it is. */
export interface StateSummary {
  tone: Tone;
  text: string;
}

const SEMANTIC: Readonly<Record<SemanticSearchState, StateSummary>> = {
  available: { tone: 'success', text: 'Available' },
  not_configured: { tone: 'neutral', text: 'Not configured' },
  embedding_unavailable: { tone: 'danger', text: 'No embedding service' },
  index_unavailable: { tone: 'danger', text: 'No vector index' },
  incomplete: { tone: 'warning', text: 'Index incomplete' },
  unknown: { tone: 'danger', text: 'Unknown: search is not responding' },
};

export const semanticState = (state: SemanticSearchState): StateSummary => SEMANTIC[state];

type ValueOf<Source extends keyof OperatorConsole> = Extract<
  NonNullable<OperatorConsole[Source]>,
  { value: unknown }
>['value'];

/** What the vector index is doing right now. */
export function indexState(embedding: ValueOf<'embedding'>): StateSummary {
  const { model, blocker, isComplete, isRepairing, remaining } = embedding;
  if (blocker !== null) return { tone: 'danger', text: 'Blocked' };
  if (model === null) return { tone: 'neutral', text: 'No model yet' };
  if (isRepairing) return { tone: 'info', text: 'Being repaired' };
  if (!isComplete) return { tone: 'warning', text: 'Being built' };
  return remaining > 0 ? { tone: 'info', text: 'Catching up' } : { tone: 'success', text: 'Complete' };
}

/** The result of a reconciliation. */
export function reconciliationState({ differences }: { differences: number }): StateSummary {
  return differences === 0
    ? { tone: 'success', text: 'No differences' }
    : { tone: 'danger', text: formatQuantity(differences, 'difference') };
}

/** How long something has been waiting: "5 s", "3 min", "2 h", "4 d". */
export function formatWait(seconds: number): string {
  if (seconds < 90) return `${Math.round(seconds)} s`;
  if (seconds < 5_400) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3_600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}
