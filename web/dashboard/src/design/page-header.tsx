import { type ReactNode, useEffect } from 'react';
import { Link } from 'react-router';
import { Icon } from './icon';
import styles from './page-header.module.css';

/** Sets the document title: "API keys · Heliograph". */
export function useDocumentTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Heliograph`;
  }, [title]);
}

interface PageHeaderProps {
  /** The page's h1 and the document's title. */
  title: string;
  /** The document title, if the heading alone is too short. */
  documentTitle?: string;
  description?: ReactNode;
  /** The parent page. */
  before?: { to: string; label: string };
  actions?: ReactNode;
}

/** The header of every page. Its h1 gets the focus on navigation, so it renders while the rest loads. */
export function PageHeader({ title, documentTitle = title, description, before, actions }: PageHeaderProps) {
  useDocumentTitle(documentTitle);
  return (
    <header className={styles.header}>
      <div className={styles.words}>
        {before && (
          <Link to={before.to} className={styles.before}>
            <Icon name="left" size={16} />
            {before.label}
          </Link>
        )}
        <h1 className={styles.title} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h1>
        {description && <p className={styles.description}>{description}</p>}
      </div>
      {actions && <div className={styles.actions}>{actions}</div>}
    </header>
  );
}

/** Stacks the parts of a page vertically. */
export function PageStack({ children }: { children: ReactNode }) {
  return <div className={styles.stack}>{children}</div>;
}
