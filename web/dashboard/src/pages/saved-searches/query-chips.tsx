import { useMemo } from 'react';
import { useFilterOptions } from '../../api/activities';
import { chipsOf } from '../activities/domain/chips';
import { readFilters } from '../activities/domain/filters';
import { createLabels } from '../activities/domain/labels';
import styles from './saved-searches.module.css';

/** A saved search's filters, labeled as on the search page. */
export function QueryChips({ query }: { query: Readonly<Record<string, string>> }) {
  const { data: options } = useFilterOptions();
  const chips = useMemo(() => {
    const { filters } = readFilters(new URLSearchParams(query));
    const words = filters.q === '' ? [] : [{ key: 'q', kind: 'Words', text: filters.q }];
    return [...words, ...chipsOf(filters, createLabels(options))];
  }, [query, options]);
  if (chips.length === 0) return <span className={styles.muted}>All activities</span>;
  return (
    <ul className={styles.chips} aria-label="Query">
      {chips.map(({ key, kind, text }) => (
        <li key={key} className={styles.chip}>
          <span className={styles.kind}>{kind}</span> <bdi>{text}</bdi>
        </li>
      ))}
    </ul>
  );
}
