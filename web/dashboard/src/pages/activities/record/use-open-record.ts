import type { Activity } from '@heliograph/dashboard-api';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useActivity } from '../../../api/activities';
import { recordHash, recordOfHash } from '../domain/record-hash';

const FIELDS = 'input, textarea, select, [contenteditable], [role=tab]';
/** Keys that go to the next and the previous activity. */
export const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/**
 * The record that the address names behind `#`, from the list or, when a link leads to one that is not in it, by its id. It is no
 * part of what is looked for, so opening one asks for nothing again.
 *
 * @param items of the list, in its order; undefined while it is loaded.
 */
export function useOpenRecord(items: readonly Activity[] | undefined) {
  const { hash, search, state } = useLocation() as ReturnType<typeof useLocation> & { state: unknown };
  const navigate = useNavigate();
  const id = recordOfHash(hash);
  const place = useMemo(() => items?.findIndex((item) => item.id === id) ?? -1, [items, id]);
  const listed = items?.[place];
  const fetched = useActivity(id !== undefined && items !== undefined && !listed ? id : undefined);

  const show = useCallback(
    (next: string) =>
      navigate(
        { search, hash: recordHash(next) },
        // Leafing is one step of the history, so that Back closes.
        {
          replace: id !== undefined,
          preventScrollReset: true,
          state: id === undefined ? OPENED_HERE : state,
        },
      ),
    [navigate, search, id, state],
  );
  const close = useCallback(() => {
    if (state === OPENED_HERE) void navigate(-1);
    else void navigate({ search }, { replace: true, preventScrollReset: true });
  }, [navigate, search, state]);
  const moveBy = useCallback(
    (step: number) => {
      const next = place < 0 ? items?.[0] : items?.[place + step];
      if (next) void show(next.id);
    },
    [items, place, show],
  );

  const shown = useRef({ id, search });
  useEffect(() => {
    const before = shown.current;
    shown.current = { id, search };
    if (id !== undefined) document.getElementById(titleId(id))?.scrollIntoView({ block: 'nearest' });
    // Closed, and the list is the same: the focus goes to where leafing ended.
    else if (before.id !== undefined && before.search === search)
      document.getElementById(titleId(before.id))?.focus();
  }, [id, search]);

  useEffect(() => {
    if (id === undefined) return undefined;
    const act = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event;
      if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
      const dialog = document.querySelector('dialog[open]');
      // Another dialog has the keyboard to itself; one with the record closes by itself.
      if (dialog && (key === 'Escape' || !dialog.querySelector('[data-record]'))) return;
      if (target instanceof Element && target.matches(FIELDS)) return;
      const step = STEPS[key];
      if (step !== undefined) moveBy(step);
      else if (key === 'Escape') close();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', act);
    return () => document.removeEventListener('keydown', act);
  }, [id, moveBy, close]);

  return {
    id,
    record: listed ?? fetched.data,
    failure: fetched.error,
    retry: () => void fetched.refetch(),
    /** From 0; -1 when it is not in the list. */
    place,
    count: items?.length ?? 0,
    /** For links: as {@link show}, in a tab of their own. */
    to: (next: string) => ({ search, hash: recordHash(next) }),
    show,
    close,
    moveBy,
  };
}

export type OpenRecord = ReturnType<typeof useOpenRecord>;

/** In the history's entry: closing goes back to the one before. */
const OPENED_HERE = 'record';

/** How the ids of the links begin that open records. */
export const TITLE_ID = 'activity-';
export const titleId = (id: string) => TITLE_ID + id;
