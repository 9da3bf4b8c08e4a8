import { formatCount } from '../../../design';
import styles from './counted-label.module.css';

/** The label of an option, and how many activities it would find, once that is known. */
export function CountedLabel({ label, count }: { label: string; count: number | undefined }) {
  return (
    <span className={styles.row}>
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
