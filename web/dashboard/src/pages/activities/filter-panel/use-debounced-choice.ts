import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { useDraft } from './use-draft';

/** How long after the last key a choice by keyboard is applied. */
const PAUSE_MS = 1000;

/**
 * A choice among radio buttons or in a list. Arrow keys choose each option on their way, and each applied search may
 * cost money: a choice by keyboard is applied on Enter, when the focus leaves, or after a pause; any other at once.
 *
 * @returns the choice to show, how to change it, and the event handlers of an element around the controls.
 */
export function useDebouncedChoice<Value extends string>(applied: Value, onApply: (value: Value) => void) {
  const [chosen, setChosen, isChanged] = useDraft(applied);
  const isByKey = useRef(false);
  const apply = useRef(onApply);
  apply.current = onApply;

  useEffect(() => {
    if (!isChanged) return undefined;
    const timer = setTimeout(() => apply.current(chosen), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [chosen, isChanged]);

  return {
    chosen,
    choose: (value: Value) => {
      setChosen(value);
      if (!isByKey.current && value !== applied) onApply(value);
    },
    events: {
      onPointerDown: () => {
        isByKey.current = false;
      },
      onKeyDown: ({ key }: KeyboardEvent) => {
        isByKey.current = true;
        if (key === 'Enter' && isChanged) onApply(chosen);
      },
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
        // A click elsewhere in the group chooses for itself.
        if (isByKey.current && isChanged && !currentTarget.contains(relatedTarget)) onApply(chosen);
      },
    },
  };
}
