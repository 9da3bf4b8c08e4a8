import { classNames, formatCount } from '../../../design';
import styles from './counted-label.module.css';

/** An option's label, and how many activities it would find once known. */
export function CountedLabel({ label, count }: { label: string; count: number | undefined }) {
  return (
    <span className={classNames(styles.row, count === 0 && styles.none)}>
      <bdi>{label}</bdi>
      {count !== undefined && (
        <span className={styles.count}>
          {formatCount(count)}
          <span className="visually-hidden"> found</span>
        </span>
      )}
    </span>
  );
}
