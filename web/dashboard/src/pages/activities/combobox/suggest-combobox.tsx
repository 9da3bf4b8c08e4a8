import { MAXIMUM_SUGGESTIONS, type Suggestion, type SuggestionKind } from '@heliograph/contract';
import type { Option } from '@heliograph/dashboard-api';
import { useMemo, useState } from 'react';
import { useSuggestions } from '../../../api/activities';
import { Combobox, type ComboboxProps } from './combobox';
import { SHOWN_AT_ONCE } from './list-combobox';
import { prefixOf, type Matches } from './matches';
import { useDebounced } from './use-debounced';

/** Delay after the last keystroke before fetching suggestions. */
const SETTLE_MS = 150;

interface SuggestComboboxProps extends Omit<ComboboxProps, 'text' | 'matches' | 'onText'> {
  kind: SuggestionKind;
  /** Offered before anything is typed. */
  options: readonly Option[];
  /** Maps a suggestion to this field's identifier; its value by default. */
  toId?: (value: string) => string;
}

const itself = (value: string) => value;

/** A combobox over the data API's suggestions for the typed words. */
export function SuggestCombobox({ kind, options, toId = itself, ...props }: SuggestComboboxProps) {
  const [text, setText] = useState('');
  const matches = useMatches(kind, options, text, toId);
  return <Combobox {...props} text={text} matches={matches} onText={setText} />;
}

function useMatches(
  kind: SuggestionKind,
  options: readonly Option[],
  text: string,
  toId: (value: string) => string,
): Matches {
  const prefix = prefixOf(text);
  const settled = useDebounced(prefix, SETTLE_MS);
  const { data, isError, isPlaceholderData } = useSuggestions(kind, settled);
  return useMemo(() => {
    if (prefix === undefined) {
      return { shown: options.slice(0, SHOWN_AT_ONCE), total: options.length, state: 'ready' };
    }
    const items = data?.items ?? [];
    const isCurrent = prefix === settled && data !== undefined && !isPlaceholderData;
    return {
      shown: items.map((item) => optionOf(item, toId)),
      total: items.length < MAXIMUM_SUGGESTIONS ? items.length : undefined,
      state: isCurrent ? 'ready' : prefix === settled && isError ? 'failed' : 'waiting',
    };
  }, [prefix, settled, data, isError, isPlaceholderData, options, toId]);
}

function optionOf({ value, label, count }: Suggestion, toId: (value: string) => string) {
  return { id: toId(value), label, count };
}
