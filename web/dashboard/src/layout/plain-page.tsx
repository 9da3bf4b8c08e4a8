import type { ReactNode } from 'react';
import { classNames, Mark, useDocumentTitle } from '../design';
import styles from './plain-page.module.css';

interface PlainPageProps {
  title: string;
  /** Next to the card, or below it on a phone. */
  aside?: ReactNode;
  children: ReactNode;
}

/** A standalone page without navigation: a centered card under the product's name. */
export function PlainPage({ title, aside, children }: PlainPageProps) {
  useDocumentTitle(title);
  return (
    <div className={classNames(styles.page, aside !== undefined && styles.wide)}>
      <header className={styles.brand}>
        <Mark size={28} />
        <span>Heliograph</span>
      </header>
      <main className={styles.main} id="main" tabIndex={-1}>
        <div className={styles.card}>{children}</div>
        {aside}
      </main>
    </div>
  );
}
