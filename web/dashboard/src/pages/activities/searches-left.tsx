import type { SearchesLeft as SearchesLeftData } from '@heliograph/dashboard-api';
import { useId, useState } from 'react';
import { Link } from 'react-router';
import { useSearchesLeft } from '../../api/activities';
import { serverNow } from '../../api/server-clock';
import { Button, formatDollars, formatQuantity, Skeleton, UtcTime } from '../../design';
import { useMayOpen } from '../../layout/use-may-open';
import styles from './activities.module.css';
import { nextMonthStart } from './domain/next-month-start';

/** How many searches are left this month, and what counts as one. */
export function SearchesLeft() {
  const { data, isPending } = useSearchesLeft();
  const mayOpen = useMayOpen('/billing');
  const [isExplained, setExplained] = useState(false);
  const id = useId();
  // The page works without it; the first search returns the count.
  if (!isPending && data === undefined) return null;
  return (
    <>
      <div className={styles.searches}>
        <p role="status" className={styles.left}>
          {data === undefined ? <Skeleton width="11rem" height="1.25rem" /> : <LeftText left={data} />}
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
          company’s name, search groups. The same words count once a month, whatever filters, pages, links, or
          devices you use them with.
        </p>
        <p>
          <strong>Browsing</strong> without words is free and unlimited, with every filter. Nothing here uses
          records of the API or the command line, unless you choose to pay for searches beyond the free ones.
        </p>
        <p>
          The count resets on <UtcTime at={nextMonthStart(new Date(serverNow())).toISOString()} />.{' '}
          {mayOpen && (
            <>
              To search more, see <Link to="/billing">Billing</Link>.
            </>
          )}
        </p>
      </div>
    </>
  );
}

function LeftText({ left: { web, prepaid } }: { left: SearchesLeftData }) {
  if (web === null) return <>Unlimited searches</>;
  if (web.remaining === 0 && prepaid.isChosen)
    return (
      <>Free searches are used up: your balance pays, {formatDollars(prepaid.pricePerRecord)} an activity</>
    );
  if (web.remaining === 0) return <>No searches left this month</>;
  return (
    <>
      <strong>{web.remaining}</strong> of {formatQuantity(web.granted, 'search', 'searches')} left this month
    </>
  );
}
