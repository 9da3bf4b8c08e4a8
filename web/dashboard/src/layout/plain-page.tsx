import type { ReactNode } from 'react';
import { Mark, useDocumentTitle } from '../design';
import styles from './plain-page.module.css';

/** A page of its own, without navigation: a card in the middle under the name. */
export function PlainPage({ title, children }: { title: string; children: ReactNode }) {
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <header className={styles.brand}>
        <Mark size={28} />
        <span>Heliograph</span>
      </header>
      <main className={styles.card} id="main" tabIndex={-1}>
        {children}
      </main>
    </div>
  );
}
