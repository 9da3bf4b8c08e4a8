import { type ReactNode, useState } from 'react';
import { Icon } from '../../../design';
import styles from './filter-section.module.css';

/** A collapsible section of the filter panel, initially open if anything in it is active or invalid. */
export function FilterSection({
  title,
  activeCount,
  isInvalid = false,
  startsOpen = false,
  children,
}: {
  title: string;
  activeCount: number;
  isInvalid?: boolean;
  startsOpen?: boolean;
  children: ReactNode;
}) {
  const [isOpen, setOpen] = useState(startsOpen || activeCount > 0);
  return (
    <details
      className={styles.section}
      open={isOpen || isInvalid}
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.title}>{title}</span>
        {activeCount > 0 && (
          <span className={styles.count}>
            {activeCount}
            <span className="visually-hidden"> active</span>
          </span>
        )}
        <span className={styles.arrow}>
          <Icon name="down" size={16} />
        </span>
      </summary>
      <div className={styles.content}>{children}</div>
    </details>
  );
}
