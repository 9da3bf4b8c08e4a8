import { type RefObject, useEffect } from 'react';
import { latinKey } from '../../../design';
import { type OpenRecord, STEPS, TITLE_ID } from './use-open-record';

/** What has the focus on a page before the first interaction. */
const NOTHING = 'body, h1, main';
const SEARCH = 'main search input[type="search"]';

/**
 * Keys that move between titles, and to the first one in view. While a record is open, they move between records
 * instead.
 */
export function useTitleKeys(list: RefObject<HTMLElement | null>, { id }: OpenRecord) {
  useEffect(() => {
    if (id !== undefined) return undefined;
    const act = (event: KeyboardEvent) => {
      const { target, ctrlKey, metaKey, altKey, shiftKey } = event;
      const key = latinKey(event);
      const step = STEPS[key];
      if (step === undefined || ctrlKey || metaKey || altKey || shiftKey) return;
      if (event.defaultPrevented || !(target instanceof Element)) return;
      const titles = [...(list.current?.querySelectorAll<HTMLElement>(`[id^="${TITLE_ID}"]`) ?? [])];
      const next = list.current?.contains(target)
        ? titles[titles.findIndex((title) => target.closest('li')?.contains(title)) + step]
        : startsList(key, target)
          ? titles.find((title) => title.getBoundingClientRect().top >= 0)
          : undefined;
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [list, id]);
}

/** Whether a key outside the list moves into it. */
function startsList(key: string, target: Element): boolean {
  if (STEPS[key] !== 1 || document.querySelector('dialog[open]')) return false;
  return target.matches(NOTHING) || (key === 'ArrowDown' && target.matches(SEARCH));
}
