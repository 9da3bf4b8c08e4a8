import { type ReactNode, useEffect } from 'react';
import styles from './page-header.module.css';

/** Names the document after the page: "API keys · Heliograph". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Heliograph`;
  }, [title]);
}

interface PageHeaderProps {
  /** The page's h1 and the document's title. */
  title: string;
  /** Where the title alone is too short: the document's title. */
  documentTitle?: string;
  description?: ReactNode;
  /** A way back: a link. */
  before?: ReactNode;
  actions?: ReactNode;
}

/** The head of every page. Its h1 takes the focus when the page is come to, so it is there while the rest is loaded. */
export function PageHeader({ title, documentTitle = title, description, before, actions }: PageHeaderProps) {
  useDocumentTitle(documentTitle);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {before && <div className={styles.before}>{before}</div>}
        <h1 className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** The parts of a page below each other. */
export function PageStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
