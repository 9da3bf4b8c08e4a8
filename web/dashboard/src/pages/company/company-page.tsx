import type { Company } from '@heliograph/dashboard-api';
import { useMemo } from 'react';
import { Link, useParams } from 'react-router';
import { useCompany, useFilterOptions, useLatestActivities } from '../../api/activities';
import { isNotFound } from '../../api/errors';
import {
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  ExternalAnchor,
  Facts,
  formatCount,
  formatDay,
  formatQuantity,
  Loaded,
  Loading,
  PageHeader,
} from '../../design';
import { createLabels, type Labels } from '../activities/domain/labels';
import { ActivityItem } from '../activities/results/activity-item';
import results from '../activities/results/results.module.css';
import { ResultsSkeleton } from '../activities/results/results-skeleton';
import styles from './company.module.css';
import { addressOfDomain } from './domain-address';

const LATEST = 10;

/** A company and what it has published of late. Its texts are written by others. */
export function Component() {
  const { slug = '' } = useParams();
  const company = useCompany(slug);
  const { data: options } = useFilterOptions();
  const labels = useMemo(() => createLabels(options), [options]);
  const isMissing = isNotFound(company.error);
  return (
    <>
      {/* One and the same heading while it loads and afterwards: it has the focus. */}
      <PageHeader
        title={company.data?.name ?? (isMissing ? 'Company not found' : 'Company')}
        before={<Link to="/activities">Activities</Link>}
        description={company.data?.description && <bdi>{company.data.description}</bdi>}
      />
      {company.data ? (
        <CompanyDetails company={company.data} labels={labels} />
      ) : (
        <Card>
          {company.isPending && <Loading label="Loading the company" lines={6} />}
          {isMissing && (
            <EmptyState
              icon="building"
              title="There is no such company"
              action={<ButtonLink to="/activities">Browse activities</ButtonLink>}
            >
              <p>It may have been renamed or withdrawn, or the address is not complete.</p>
            </EmptyState>
          )}
          {company.isError && !isMissing && (
            <ErrorState
              title="The company could not be loaded"
              error={company.error}
              onRetry={() => void company.refetch()}
            />
          )}
        </Card>
      )}
    </>
  );
}

function CompanyDetails({ company, labels }: { company: Company; labels: Labels }) {
  const { slug, signalCount } = company;
  const all = `/activities?${new URLSearchParams({ companySlug: slug }).toString()}`;
  return (
    <div className={styles.columns}>
      <Card title="Details" className={styles.details}>
        <Facts facts={factsOf(company, labels)} />
      </Card>
      <Card
        title="Latest activities"
        actions={
          signalCount > 0 && (
            <ButtonLink to={all} size="small">
              {signalCount > LATEST ? `All ${formatCount(signalCount)}` : 'Open in Activities'}
            </ButtonLink>
          )
        }
        isFlush
      >
        <Latest slug={slug} labels={labels} />
      </Card>
    </div>
  );
}

function Latest({ slug, labels }: { slug: string; labels: Labels }) {
  const latest = useLatestActivities(slug, LATEST);
  return (
    <Loaded query={latest} skeleton={<ResultsSkeleton />} errorTitle="Activities could not be loaded">
      {({ items }) =>
        items.length === 0 ? (
          <EmptyState icon="search" title="Nothing published yet" />
        ) : (
          <ol className={results.list}>
            {items.map((activity) => (
              <li key={activity.id} className={results.place}>
                <ActivityItem activity={activity} labels={labels} isCompanyShown={false} />
              </li>
            ))}
          </ol>
        )
      }
    </Loaded>
  );
}

function factsOf(company: Company, labels: Labels) {
  const { domain, country, city, industries, employeeCount, size, signalCount, latestActivityDate } = company;
  const place = [city, country && labels.of('country', country)].filter(Boolean).join(', ');
  const facts = [
    domain && {
      term: 'Website',
      value: <ExternalAnchor href={addressOfDomain(domain)}>{domain}</ExternalAnchor>,
    },
    place && { term: 'Place', value: <bdi>{place}</bdi> },
    industries.length > 0 && { term: 'Industries', value: <bdi>{industries.join(', ')}</bdi> },
    (employeeCount !== undefined || size !== undefined) && {
      term: 'Employees',
      value: employeeCount === undefined ? labels.of('size', size ?? '') : formatCount(employeeCount),
    },
    { term: 'Activities', value: formatQuantity(signalCount, 'activity', 'activities') },
    latestActivityDate && {
      term: 'Latest',
      value: <time dateTime={latestActivityDate}>{formatDay(latestActivityDate, true)}</time>,
    },
    { term: 'Slug', value: <code>{company.slug}</code> },
  ];
  return facts.filter((fact) => typeof fact === 'object');
}
