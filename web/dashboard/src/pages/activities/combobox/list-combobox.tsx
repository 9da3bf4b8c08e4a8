import type { Option } from '@heliograph/dashboard-api';
import { useDeferredValue, useMemo, useState } from 'react';
import { Combobox, type ComboboxProps } from './combobox';
import { indexOptions, matchOptions } from './option-index';

/** A list may have tens of thousands of options; this many are rendered at once. */
export const SHOWN_AT_ONCE = 60;

interface ListComboboxProps extends Omit<ComboboxProps, 'text' | 'matches' | 'onText'> {
  options: readonly Option[];
}

/** A combobox over a list that the page has: an option matches if each typed word begins one of its words. */
export function ListCombobox({ options, ...props }: ListComboboxProps) {
  const [text, setText] = useState('');
  const index = useMemo(() => indexOptions(options), [options]);
  const sought = useDeferredValue(text);
  const matches = useMemo(
    () => ({ ...matchOptions(index, sought, SHOWN_AT_ONCE), state: 'ready' as const }),
    [index, sought],
  );
  return <Combobox {...props} text={text} matches={matches} onText={setText} />;
}
