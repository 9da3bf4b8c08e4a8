import { type KeyboardEvent, useCallback } from 'react';
import { type OpenRecord, STEPS, TITLE_ID } from './use-open-record';

/** Keys that move between titles. While a record is open, they move between records instead. */
export function useTitleKeys({ id }: OpenRecord) {
  return useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const step = STEPS[event.key];
      const { target, ctrlKey, metaKey, altKey } = event;
      if (step === undefined || id !== undefined || ctrlKey || metaKey || altKey) return;
      const titles = [...event.currentTarget.querySelectorAll<HTMLElement>(`[id^="${TITLE_ID}"]`)];
      const item = target instanceof Element ? target.closest('li') : null;
      const next = titles[titles.findIndex((title) => item?.contains(title)) + step];
      if (!next) return;
      event.preventDefault();
      next.focus();
    },
    [id],
  );
}
