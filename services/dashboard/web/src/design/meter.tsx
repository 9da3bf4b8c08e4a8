import { useId } from 'react';
import { classNames } from './class-names';
import { formatCount } from './format-number';
import styles from './meter.module.css';

interface MeterProps {
  label: string;
  used: number;
  total: number;
  /** Of what: "records". */
  unit: string;
  /** Below the bar, in place of "N used". */
  note?: string;
}

/** How much of an amount is left, as figures and as a bar. */
export function Meter({ label, used, total, unit, note }: MeterProps) {
  const id = useId();
  const remaining = Math.max(0, total - used);
  const share = total > 0 ? Math.min(1, used / total) : 0;
  const level = remaining === 0 ? styles.empty : share >= 0.8 ? styles.low : undefined;
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
        <div className={classNames(styles.bar, level)} style={{ width: `${share * 100}%` }} />
      </div>
      <p className={styles.note}>{note ?? `${formatCount(used)} used`}</p>
    </div>
  );
}
