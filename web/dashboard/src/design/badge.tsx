import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { classNames } from './class-names';

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger';

/** One or two words that tell a state. The words say it, the colour only underlines. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={classNames(styles.badge, styles[tone])}>{children}</span>;
}
