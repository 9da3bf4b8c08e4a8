import { IDENTIFIER_PARAMETERS, listOfIdentifiers, OPTION_LISTS, valueAt } from '@heliograph/contract';
import type { Activity } from '@heliograph/dashboard-api';
import { Link } from 'react-router';
import { CategoryBadge, ExternalAnchor, formatDay, safeExternalUrl } from '../../../design';
import { formatAmount, formatWholeAmount } from '../domain/amounts';
import type { Labels } from '../domain/labels';
import { type OpenRecord, titleId } from '../record/use-open-record';
import styles from './results.module.css';
import { Title } from './title';

interface ActivityItemProps {
  activity: Activity;
  labels: Labels;
  /**
   * On the company's own page: omits the company's name and industries, and the category's icon, which the timeline
   * shows.
   */
  isOfCompany?: boolean | undefined;
  /** For the link to its record. */
  records: OpenRecord;
}

/** One activity. Its texts are untrusted: they are isolated and may wrap anywhere. */
export function ActivityItem({ activity, labels, isOfCompany = false, records }: ActivityItemProps) {
  const { company, funding, similarity } = activity;
  const place = [activity.city, activity.country && labels.of('country', activity.country)]
    .filter(Boolean)
    .join(', ');
  return (
    <article className={styles.item}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <Link
            id={titleId(activity.id)}
            to={records.to(activity.id)}
            aria-current={records.id === activity.id || undefined}
            onClick={(event) => {
              // With a modifier key it opens in a new tab, like any link.
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
              event.preventDefault();
              void records.show(activity.id);
            }}
          >
            <Title activity={activity} />
          </Link>
        </h3>
        {similarity !== undefined && <Similarity value={similarity} />}
      </div>
      <p className={styles.facts}>
        {!isOfCompany && (
          <Link to={`/companies/${encodeURIComponent(company.slug)}`} className={styles.company}>
            <bdi>{company.name}</bdi>
          </Link>
        )}
        <time dateTime={activity.activityDate}>{formatDay(activity.activityDate, true)}</time>
        {place && <bdi>{place}</bdi>}
      </p>
      <div className={styles.details}>
        {isOfCompany ? (
          <span>{labels.of('category', activity.category)}</span>
        ) : (
          <CategoryBadge category={activity.category} label={labels.of('category', activity.category)} />
        )}
        {funding && <FundingDetails funding={funding} labels={labels} />}
        <HiringDetails activity={activity} labels={labels} />
        {!isOfCompany && activity.industries.length > 0 && (
          <span className={styles.industries}>
            <span className="visually-hidden">Industries: </span>
            <bdi>{activity.industries.join(' · ')}</bdi>
          </span>
        )}
        {safeExternalUrl(activity.activityUrl) !== null && (
          <span className={styles.source}>
            <ExternalAnchor href={activity.activityUrl}>Source</ExternalAnchor>
          </span>
        )}
      </div>
    </article>
  );
}

function FundingDetails({ funding, labels }: { funding: NonNullable<Activity['funding']>; labels: Labels }) {
  const { stage, amount, currency } = funding;
  if (stage === undefined && amount === undefined) return null;
  return (
    <span className={styles.detail}>
      <span className="visually-hidden">Funding: </span>
      {amount !== undefined && (
        <strong title={formatWholeAmount(amount, currency)}>{formatAmount(amount, currency)}</strong>
      )}
      {amount !== undefined && stage !== undefined && ' '}
      {stage !== undefined && <bdi>{labels.of('fundingStage', stage)}</bdi>}
    </span>
  );
}

/** Filters that correspond to an activity's hiring data. */
const HIRING = IDENTIFIER_PARAMETERS.map(
  (name) => [name, OPTION_LISTS[listOfIdentifiers(name)].member] as const,
).filter(([, member]) => member.startsWith('hiring.'));

function HiringDetails({ activity, labels }: { activity: Activity; labels: Labels }) {
  const parts = HIRING.flatMap(([name, member]) => {
    const ids = (valueAt(activity, member) as string[] | undefined) ?? [];
    return ids.length > 0 ? [ids.map((id) => labels.of(name, id)).join(', ')] : [];
  });
  if (parts.length === 0) return null;
  return (
    <span className={styles.detail}>
      <span className="visually-hidden">Hiring: </span>
      <bdi>{parts.join(' · ')}</bdi>
    </span>
  );
}

/** From -1 to 1. It only ranks the results of one search, so it is shown as a number, not a percentage. */
function Similarity({ value }: { value: number }) {
  return (
    <span className={styles.similarity} title="Similarity score, for ranking only. Not a probability.">
      <span className={styles.measure}>Similarity </span>
      {value.toFixed(3)}
    </span>
  );
}
