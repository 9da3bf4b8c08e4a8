import { type ReactNode, useId } from 'react';
import styles from './card.module.css';
import { classNames } from './class-names';

interface CardProps {
  title?: ReactNode;
  description?: ReactNode;
  /** Buttons and switches beside the title. */
  actions?: ReactNode;
  /** No padding, for tables and lists that reach the edges. */
  isFlush?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a page; with a title, a named region under an h2. */
export function Card({ title, description, actions, isFlush, className, children }: CardProps) {
  const id = useId();
  return (
    <section className={classNames(styles.card, className)} aria-labelledby={title ? id : undefined}>
      {(title || actions) && (
        <header className={styles.header}>
          <div className={styles.heading}>
            {title && (
              <h2 className={styles.title} id={id}>
                {title}
              </h2>
            )}
            {description && <p className={styles.description}>{description}</p>}
          </div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </header>
      )}
      <div className={isFlush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}

/** Terms and their values, as a definition list. */
export function Facts({ facts }: { facts: { term: ReactNode; value: ReactNode }[] }) {
  return (
    <dl className={styles.facts}>
      {facts.map(({ term, value }, index) => (
        <div key={index} className={styles.fact}>
          <dt>{term}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
