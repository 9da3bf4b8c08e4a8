import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** One or two words for a state. The words carry the meaning; color only supports them. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone | 'test'; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
