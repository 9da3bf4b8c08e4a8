import type { Option } from '@heliograph/dashboard-api';
import { useDeferredValue, useMemo, useState } from 'react';
import { Combobox, type ComboboxProps } from './combobox';
import { indexOptions, matchOptions } from './option-index';

/** How many options to render at once; a list may have tens of thousands. */
export const SHOWN_AT_ONCE = 60;

interface ListComboboxProps extends Omit<ComboboxProps, 'text' | 'matches' | 'onText'> {
  options: readonly Option[];
}

/** A combobox over a list already on the page: an option matches if each typed word starts one of its words. */
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
