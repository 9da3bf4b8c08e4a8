import type { ReactNode } from 'react';
import styles from './figure.module.css';
import { Sparkline } from './sparkline-chart';

interface FigureProps {
  label: string;
  value: ReactNode;
  unit?: string;
  note: ReactNode;
  more?: ReactNode;
  /** Daily counts, oldest first. */
  trend?: readonly number[];
  action?: ReactNode;
}

/** A key number and what it means. */
export function Figure({ label, value, unit, note, more, trend, action }: FigureProps) {
  return (
    <div className={styles.figure}>
      <p className={styles.label}>{label}</p>
      <p className={styles.value}>
        {value}
        {unit && <span className={styles.unit}> {unit}</span>}
      </p>
      <div className={styles.below}>
        <p className={styles.note}>{note}</p>
        {action}
      </div>
      {more && <p className={styles.note}>{more}</p>}
      {trend && <Sparkline values={trend} />}
    </div>
  );
}

/** Figures side by side; a region if labeled. */
export function FigureRow({ label, children }: { label?: string; children: ReactNode }) {
  return label === undefined ? (
    <div className={styles.row}>{children}</div>
  ) : (
    <section aria-label={label} className={styles.row}>
      {children}
    </section>
  );
}
