import type { Activity } from '@heliograph/dashboard-api';
import { useId, useState } from 'react';
import { useSampleSearch } from '../../api/sample';
import { describeFailure } from '../../api/errors';
import { CategoryMark, classNames, formatDay, formatQuantity, Icon, Input, Skeleton } from '../../design';
import { useDebounced } from '../activities/combobox/use-debounced';
import { formatAmount } from '../activities/domain/amounts';
import { Title } from '../activities/results/title';
import styles from './live-search.module.css';

const SETTLED_MS = 150;
const LONGEST = 100;
const FIRST = 'raises';
const EXAMPLES = [FIRST, '"second market"', 'hiring -security', 'satellite'];
const ROWS = 4;

/** A live search for visitors without an account: fictional companies, free, no session. */
export function LiveSearch() {
  const [typed, setTyped] = useState(FIRST);
  const words = useDebounced(typed.trim(), SETTLED_MS);
  const { data, error, isPlaceholderData } = useSampleSearch(words);
  const id = useId();
  return (
    <section className={styles.panel} aria-labelledby={id}>
      <header className={styles.header}>
        <h2 id={id}>Try a search</h2>
        <p className={styles.what}>200 fictional activities. No account needed, and nothing is recorded.</p>
      </header>
      <search className={styles.search}>
        <Icon name="search" />
        <Input
          type="search"
          aria-label="Words in titles"
          placeholder="Words in titles"
          autoComplete="off"
          maxLength={LONGEST}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
      </search>
      <div className={styles.examples}>
        {EXAMPLES.map((example) => (
          <button
            key={example}
            type="button"
            className={styles.example}
            aria-pressed={typed === example}
            onClick={() => setTyped(example)}
          >
            {example}
          </button>
        ))}
      </div>
      <p className={styles.count} role="status">
        {error ? describeFailure(error) : data && formatQuantity(data.total, 'activity', 'activities')}
      </p>
      <ol className={classNames(styles.results, isPlaceholderData && styles.waiting)}>
        {data
          ? data.items.map((activity) => <Found key={activity.id} activity={activity} />)
          : !error &&
            Array.from({ length: ROWS }, (_, row) => (
              <li key={row} className={styles.found}>
                <Skeleton width="1.75rem" height="1.75rem" />
                <Skeleton width={`${88 - row * 9}%`} height="2.375rem" />
              </li>
            ))}
        {data?.total === 0 && (
          <li className={styles.none}>No matching activities. Only whole words match.</li>
        )}
      </ol>
    </section>
  );
}

function Found({ activity }: { activity: Activity }) {
  const { category, company, activityDate, funding } = activity;
  return (
    <li className={styles.found}>
      <CategoryMark category={category} />
      <div className={styles.words}>
        <p className={styles.title}>
          <Title activity={activity} />
        </p>
        <p className={styles.facts}>
          <bdi>{company.name}</bdi>
          <time dateTime={activityDate}>{formatDay(activityDate, true)}</time>
          {funding?.amount !== undefined && <strong>{formatAmount(funding.amount, funding.currency)}</strong>}
        </p>
      </div>
    </li>
  );
}
