import type { Activity } from '@heliograph/dashboard-api';
import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useActivity } from '../../../api/activities';
import { latinKey } from '../../../design';
import { recordHash, recordOfHash } from '../domain/record-hash';

const FIELDS = 'input, textarea, select, [contenteditable], [role=tab]';
/** Keys for the next and previous activity. */
export const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1, j: 1, k: -1 };

/**
 * The record named by the URL's fragment, taken from the list or, if a link leads to one outside the list, fetched by
 * id. The fragment is not part of the search, so opening a record refetches nothing.
 *
 * @param items the list's items, in order; undefined while it loads.
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
        // Moving between records replaces the history entry, so Back closes the record.
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

  useRecordFocus(id, search);
  useRecordKeys(id, moveBy, close);

  const record = listed ?? fetched.data;
  const { error: failure, refetch } = fetched;
  const count = items?.length ?? 0;
  return useMemo(
    () => ({
      id,
      record,
      failure,
      retry: () => void refetch(),
      /** Zero-based; -1 if it is not in the list. */
      place,
      count,
      /** Like {@link show}, in a new tab, for links. */
      to: (next: string) => ({ search, hash: recordHash(next) }),
      show,
      close,
      moveBy,
    }),
    [id, record, failure, refetch, place, count, search, show, close, moveBy],
  );
}

export type OpenRecord = ReturnType<typeof useOpenRecord>;

/** Keeps the open record in view in the list, and the focus on it when it closes. */
function useRecordFocus(id: string | undefined, search: string): void {
  const shown = useRef({ id, search });
  useEffect(() => {
    const before = shown.current;
    shown.current = { id, search };
    if (id !== undefined) document.getElementById(titleId(id))?.scrollIntoView({ block: 'nearest' });
    // Closed with the list unchanged: focus the last record shown.
    else if (before.id !== undefined && before.search === search)
      document.getElementById(titleId(before.id))?.focus();
  }, [id, search]);
}

/** While a record is open, keys move between records and close it. */
function useRecordKeys(id: string | undefined, moveBy: (step: number) => void, close: () => void): void {
  useEffect(() => {
    if (id === undefined) return undefined;
    const act = (event: KeyboardEvent) => {
      const { target, altKey, ctrlKey, metaKey, shiftKey } = event;
      const key = latinKey(event);
      if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return;
      const dialog = document.querySelector('dialog[open]');
      // Another open dialog gets all keys; the record's own dialog closes itself.
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
}

/** State kept in the history entry: closing then goes back to the previous one. */
const OPENED_HERE = 'record';

/** Id prefix of the links that open records. */
export const TITLE_ID = 'activity-';
export const titleId = (id: string) => TITLE_ID + id;
