import type { Activity } from '@heliograph/dashboard-api';
import { useEffect, useRef } from 'react';
import type { Labels } from '../domain/labels';
import { ActivityItem } from './activity-item';
import styles from './results.module.css';

interface ResultListProps {
  /** Page by page. */
  pages: readonly (readonly Activity[])[];
  labels: Labels;
}

/** Activities in their order. A page that was asked for takes the focus, where the button was; nothing scrolls. */
export function ResultList({ pages, labels }: ResultListProps) {
  const list = useRef<HTMLOListElement>(null);
  const shown = useRef(pages);

  useEffect(() => {
    const before = shown.current;
    shown.current = pages;
    if (pages.length <= before.length || before[0] !== pages[0]) return;
    const first = before.reduce((sum, page) => sum + page.length, 0);
    const item = list.current?.children[first];
    if (item instanceof HTMLElement) item.focus({ preventScroll: true });
  }, [pages]);

  return (
    <ol className={styles.list} ref={list}>
      {pages.flat().map((activity) => (
        <li key={activity.id} tabIndex={-1} className={styles.place}>
          <ActivityItem activity={activity} labels={labels} />
        </li>
      ))}
    </ol>
  );
}
