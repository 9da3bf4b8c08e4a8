import { Loading, Skeleton } from '../../../design';
import styles from './results.module.css';

const WIDTHS = ['82%', '64%', '91%', '73%', '58%', '86%'];

/** As many activities as fit on a screen. */
export function ResultsSkeleton() {
  return (
    <Loading label="Loading activities">
      <div>
        {WIDTHS.map((width) => (
          <div key={width} className={styles.skeleton}>
            <Skeleton width={width} height="1.125rem" />
            <Skeleton width="45%" height="0.875rem" />
            <Skeleton width="60%" height="0.875rem" />
          </div>
        ))}
      </div>
    </Loading>
  );
}
