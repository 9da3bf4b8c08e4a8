import { Link } from 'react-router';
import { useRelatedCompanies } from '../../api/activities';
import { Card, CategoryMark, ErrorState, Loading } from '../../design';
import styles from './company.module.css';

/** Similar companies; renders nothing if semantic search is unavailable or nothing is close. */
export function RelatedCompanies({ slug }: { slug: string }) {
  const { data: companies, isPending, error, refetch } = useRelatedCompanies(slug);
  if (!isPending && !error && !companies?.length) return null;
  return (
    <Card title="Related companies" description="Based on what they publish" isFlush>
      {isPending ? (
        <Loading label="Loading related companies" lines={4} />
      ) : error ? (
        <ErrorState
          title="Related companies could not be loaded"
          error={error}
          onRetry={() => void refetch()}
        />
      ) : (
        <ul className={styles.related}>
          {companies?.map(({ slug: other, name, nearest }) => (
            <li key={other}>
              <CategoryMark category={nearest.category} />
              <div>
                <Link to={`/companies/${encodeURIComponent(other)}`}>
                  <bdi>{name}</bdi>
                </Link>
                <p className={styles.nearest}>
                  <bdi>{nearest.title}</bdi>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
