import type { ReactNode } from 'react';
import { classNames } from './class-names';
import { Icon, type IconName } from './icon';
import styles from './notice.module.css';

export type NoticeTone = 'info' | 'success' | 'warning' | 'danger';

const ICONS: Record<NoticeTone, IconName> = {
  info: 'info',
  success: 'success',
  warning: 'warning',
  danger: 'error',
};

interface NoticeProps {
  tone?: NoticeTone;
  title?: ReactNode;
  /** A button or link that resolves it. */
  action?: ReactNode;
  /**
   * Set if it appears after a user's action: "alert" for failures, "status" for successes. Otherwise the notice is part
   * of the page and read in place.
   */
  live?: 'alert' | 'status';
  className?: string;
  children?: ReactNode;
}

/** An inline message on the page. */
export function Notice({ tone = 'info', title, action, live, className, children }: NoticeProps) {
  return (
    <div className={classNames(styles.notice, styles[tone], className)} role={live}>
      <Icon name={ICONS[tone]} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children && <div>{children}</div>}
      </div>
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
