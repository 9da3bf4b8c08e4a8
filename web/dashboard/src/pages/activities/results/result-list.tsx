import type { Activity } from '@heliograph/dashboard-api';
import { memo, startTransition, useEffect, useRef, useState } from 'react';
import type { Labels } from '../domain/labels';
import type { OpenRecord } from '../record/use-open-record';
import { useTitleKeys } from '../record/use-title-keys';
import { ResultPlace } from './result-place';
import styles from './results.module.css';

interface ResultListProps {
  /** One list per page. */
  pages: readonly (readonly Activity[])[];
  labels: Labels;
  records: OpenRecord;
  /** On Back, the list is there at once, because the browser scrolls to where it was. */
  isBack?: boolean;
}

/** Fills a phone's screen; the rest renders once these are shown. */
const FIRST = 6;

/** Activities in order. When a page loads, its first item gets the focus that the button had; nothing scrolls. */
export const ResultList = memo(function ResultList({
  pages,
  labels,
  records,
  isBack = false,
}: ResultListProps) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(pages);
  const [isWhole, setWhole] = useState(isBack);
  const activities = isWhole ? pages.flat() : pages.flat().slice(0, FIRST);

  useEffect(() => startTransition(() => setWhole(true)), []);

  useEffect(() => {
    const before = shown.current;
    shown.current = pages;
    if (pages.length <= before.length || before[0] !== pages[0]) return;
    const first = before.reduce((sum, page) => sum + page.length, 0);
    const item = list.current?.children[first];
    if (item instanceof HTMLElement) item.focus({ preventScroll: true });
  }, [pages]);

  useTitleKeys(list, records);

  return (
    <ol className={styles.list} ref={list}>
      {activities.map((activity) => (
        <ResultPlace key={activity.id} activity={activity} labels={labels} records={records} />
      ))}
    </ol>
  );
});
