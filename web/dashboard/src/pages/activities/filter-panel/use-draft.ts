import { useState } from 'react';

/**
 * A form's values before they are applied. The draft resets whenever the applied values change, for example on Back.
 *
 * @param value compared by its JSON.
 */
export function useDraft<Value>(
  value: Value,
): [draft: Value, setDraft: (draft: Value) => void, isChanged: boolean] {
  const text = JSON.stringify(value);
  const [state, setState] = useState({ of: text, draft: value });
  const current = state.of === text ? state.draft : value;
  if (state.of !== text) setState({ of: text, draft: value });
  return [current, (draft) => setState({ of: text, draft }), JSON.stringify(current) !== text];
}
