import { useId } from 'react';
import { classNames } from './class-names';
import { formatCount } from './format-number';
import styles from './meter.module.css';

/** At or below this fraction, little is left. */
const LITTLE = 0.2;

interface MeterProps {
  label: string;
  used: number;
  total: number;
  /** The unit: "records". */
  unit: string;
  /** Shown below the bar instead of "N used". */
  note?: string;
  /** Whether something else pays once it runs out, so that running low is no concern. */
  isCovered?: boolean;
}

/** How much of an amount is left, as a number and a bar. */
export function Meter({ label, used, total, unit, note, isCovered = false }: MeterProps) {
  const id = useId();
  const remaining = Math.max(0, total - used);
  const share = total > 0 ? Math.min(1, remaining / total) : 0;
  const isLittle = !isCovered && share <= LITTLE;
  return (
    <div className={styles.meter}>
      <div className={styles.words}>
        <span className={styles.label} id={id}>
          {label}
        </span>
        <span className={styles.value}>
          <strong>{formatCount(remaining)}</strong> of {formatCount(total)} {unit} left
        </span>
      </div>
      <div
        className={styles.track}
        role="meter"
        aria-labelledby={id}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={remaining}
        aria-valuetext={`${formatCount(remaining)} of ${formatCount(total)} ${unit} left`}
      >
        <div
          className={classNames(styles.bar, isLittle && styles.low)}
          style={{ width: `${share * 100}%` }}
        />
      </div>
      <p className={styles.note}>{note ?? `${formatCount(used)} used`}</p>
    </div>
  );
}
