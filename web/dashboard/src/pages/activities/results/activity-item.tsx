import {
  IDENTIFIER_PARAMETERS,
  listOfIdentifiers,
  OPTION_LISTS,
  titlePieces,
  valueAt,
} from '@heliograph/contract';
import type { Activity } from '@heliograph/dashboard-api';
import { Link } from 'react-router';
import { CategoryBadge, ExternalAnchor, formatDay } from '../../../design';
import { formatAmount, formatWholeAmount } from '../domain/amounts';
import type { Labels } from '../domain/labels';
import styles from './results.module.css';

interface ActivityItemProps {
  activity: Activity;
  labels: Labels;
  /** On the company's own page its name is not repeated. */
  isCompanyShown?: boolean;
}

/** One activity. Its texts are written by others: they stand by themselves and break anywhere. */
export function ActivityItem({ activity, labels, isCompanyShown = true }: ActivityItemProps) {
  const { company, funding, similarity } = activity;
  const place = [activity.city, activity.country && labels.of('country', activity.country)]
    .filter(Boolean)
    .join(', ');
  return (
    <article className={styles.item}>
      <div className={styles.head}>
        <h3 className={styles.title}>
          <ExternalAnchor href={activity.activityUrl}>
            <Title activity={activity} />
          </ExternalAnchor>
        </h3>
        {similarity !== undefined && <Similarity value={similarity} />}
      </div>
      <p className={styles.facts}>
        {isCompanyShown && (
          <Link to={`/companies/${encodeURIComponent(company.slug)}`} className={styles.company}>
            <bdi>{company.name}</bdi>
          </Link>
        )}
        <time dateTime={activity.activityDate}>{formatDay(activity.activityDate, true)}</time>
        {place && <bdi>{place}</bdi>}
      </p>
      <div className={styles.details}>
        <CategoryBadge category={activity.category} label={labels.of('category', activity.category)} />
        {funding && <FundingDetails funding={funding} labels={labels} />}
        <HiringDetails activity={activity} labels={labels} />
        {activity.industries.length > 0 && (
          <span className={styles.industries}>
            <span className="visually-hidden">Industries: </span>
            <bdi>{activity.industries.join(' · ')}</bdi>
          </span>
        )}
      </div>
    </article>
  );
}

/** With marks where it matches the words that were searched for. */
function Title({ activity: { title, matched = [] } }: { activity: Activity }) {
  return (
    <bdi>
      {titlePieces(title, matched).map(({ text, isMatch }, place) =>
        isMatch ? <mark key={place}>{text}</mark> : text,
      )}
    </bdi>
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

/** The filters whose identifiers an activity holds among what it says of hiring. */
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

/** From -1 to 1. It ranks the items of one search and says nothing by itself, so it is shown as a number, not a share. */
function Similarity({ value }: { value: number }) {
  return (
    <span className={styles.similarity} title="Similarity score, for ranking only. Not a probability.">
      <span className={styles.measure}>Similarity </span>
      {value.toFixed(3)}
    </span>
  );
}
