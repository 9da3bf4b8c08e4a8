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
  /** A button or a link that puts it right. */
  action?: ReactNode;
  /**
   * Set when it appears by what the user did: "alert" for what failed, "status" for what worked. Without it the notice
   * belongs to the page and is read in its place.
   */
  live?: 'alert' | 'status';
  className?: string;
  children?: ReactNode;
}

/** Something to know, in its place on the page. */
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
