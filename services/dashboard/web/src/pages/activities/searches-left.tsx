import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useSearchesLeft } from '../../api/activities';
import { Button, formatQuantity, Skeleton, UtcTime } from '../../design';
import styles from './activities.module.css';
import { nextMonthStart } from './domain/month-end';

/** How many searches are left this month, and what counts as one. */
export function SearchesLeft() {
  const { data, isPending } = useSearchesLeft();
  const [isExplained, setExplained] = useState(false);
  const id = useId();
  // Without it the page works; the first search says how many are left.
  if (!isPending && data === undefined) return null;
  return (
    <>
      <div className={styles.searches}>
        <p role="status" className={styles.left}>
          {data === undefined ? <Skeleton width="11rem" height="1.25rem" /> : <LeftText web={data.web} />}
        </p>
        {data?.web !== null && (
          <Button
            kind="quiet"
            size="small"
            aria-expanded={isExplained}
            aria-controls={id}
            onClick={() => setExplained(!isExplained)}
          >
            What counts?
          </Button>
        )}
      </div>
      <div id={id} hidden={!isExplained} className={styles.explained}>
        <p>
          <strong>A search</strong> looks for words or a meaning: the search box, words in the title, a
          company’s name, search groups. Refining one by filters, further pages, reloading and going back are
          part of it.
        </p>
        <p>
          <strong>Browsing</strong> without words is free and unlimited, with every filter. Nothing here uses
          records of the API or the command line.
        </p>
        <p>
          The count starts anew on <UtcTime at={nextMonthStart(new Date()).toISOString()} />. Paid accounts
          search without limit; see <Link to="/billing">billing</Link>.
        </p>
      </div>
    </>
  );
}

function LeftText({ web }: { web: { granted: number; remaining: number } | null }) {
  if (web === null) return <>Unlimited searches</>;
  if (web.remaining === 0) return <>No searches left this month</>;
  return (
    <>
      <strong>{web.remaining}</strong> of {formatQuantity(web.granted, 'search', 'searches')} left this month
    </>
  );
}
