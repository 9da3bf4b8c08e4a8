import type { Company } from '@heliograph/dashboard-api';
import type { QueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type Params, useParams } from 'react-router';
import {
  activitiesQuery,
  companyCountsQuery,
  companyQuery,
  filterOptionsQuery,
  useActivities,
  useCompany,
  useCompanyCounts,
  useFilterOptions,
} from '../../api/activities';
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
  Loading,
  PageHeader,
} from '../../design';
import { createLabels, type Labels } from '../activities/domain/labels';
import { NO_FILTERS } from '../activities/domain/filters';
import { SavedNotice, SaveSearchButton, useSaveSearch } from '../activities/save-search';
import { useIsWide } from '../activities/use-is-wide';
import styles from './company.module.css';
import { addressOfDomain } from './domain-address';
import { OverTime } from './over-time';
import { RelatedCompanies } from './related-companies';
import { Timeline } from './timeline';

const activitiesOf = (slug: string) => ({ parameters: { companySlug: slug }, isSearch: false });

export function preload(client: QueryClient, _url: URL, { slug = '' }: Params) {
  void client.prefetchQuery(companyQuery(slug));
  void client.prefetchQuery(companyCountsQuery(slug));
  void client.prefetchInfiniteQuery(activitiesQuery(activitiesOf(slug)));
  void client.prefetchQuery(filterOptionsQuery);
}

/** A company and its activities. Its texts are untrusted. */
export function Component() {
  const { slug = '' } = useParams();
  const company = useCompany(slug);
  const { data: options } = useFilterOptions();
  const labels = useMemo(() => createLabels(options), [options]);
  const isMissing = isNotFound(company.error);
  const saving = useSaveSearch({ ...NO_FILTERS, companySlug: slug }, [{ text: company.data?.name ?? slug }]);
  return (
    <>
      {/* The same heading element while loading and afterwards, because it has the focus. */}
      <PageHeader
        title={company.data?.name ?? (isMissing ? 'Company not found' : 'Company')}
        before={{ to: '/activities', label: 'Activities' }}
        description={company.data?.description && <bdi>{company.data.description}</bdi>}
        actions={
          company.data && (
            <>
              <SaveSearchButton of={saving} label="Follow" savedLabel="Following" />
              <ButtonLink
                to={`/activities?${new URLSearchParams({ companySlug: slug }).toString()}`}
                icon="search"
                size="small"
              >
                Search its activities
              </ButtonLink>
            </>
          )
        }
      />
      <SavedNotice of={saving} />
      {company.data ? (
        <CompanyDetails key={slug} company={company.data} labels={labels} />
      ) : (
        <Card>
          {company.isPending && <Loading label="Loading the company" lines={6} />}
          {isMissing && (
            <EmptyState
              icon="building"
              title="Nothing at this address"
              action={<ButtonLink to="/activities">Browse activities</ButtonLink>}
            >
              <p>It may have been renamed or withdrawn, or the address is incomplete.</p>
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
  const { slug } = company;
  const isWide = useIsWide();
  const query = useMemo(() => activitiesOf(slug), [slug]);
  const activities = useActivities(query, { isEnabled: true });
  const counts = useCompanyCounts(slug);
  const { category, month } = counts.data?.facets ?? {};
  return (
    <div className={styles.columns}>
      <div className={styles.side}>
        <Card title="Details" className={styles.details}>
          <Facts facts={factsOf(company, labels)} />
        </Card>
        {isWide && <RelatedCompanies slug={slug} />}
      </div>
      <div className={styles.main}>
        {/* Wait for the chart, which would push the timeline down. */}
        {counts.isPending ? (
          <Card>
            <Loading label="Loading the activities" lines={8} />
          </Card>
        ) : (
          <>
            {counts.data === undefined && (
              <Card title="Over time" isFlush>
                <ErrorState
                  title="Activity over time could not be loaded"
                  error={counts.error}
                  onRetry={() => void counts.refetch()}
                />
              </Card>
            )}
            {/* A facet holds a limited number of months; beyond that, some would be missing. */}
            {category && month && month.values.length > 0 && !month.more && (
              <OverTime slug={slug} categories={category} months={month} labels={labels} />
            )}
            <Card title="Timeline" isFlush>
              <Timeline activities={activities} months={month?.more ? undefined : month} labels={labels} />
            </Card>
            {!isWide && <RelatedCompanies slug={slug} />}
          </>
        )}
      </div>
    </div>
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
    { term: 'Activities', value: formatCount(signalCount) },
    latestActivityDate && {
      term: 'Latest',
      value: <time dateTime={latestActivityDate}>{formatDay(latestActivityDate, true)}</time>,
    },
    { term: 'Slug', value: <code>{company.slug}</code> },
  ];
  return facts.filter((fact) => typeof fact === 'object');
}
