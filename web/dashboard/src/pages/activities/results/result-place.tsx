import type { Activity } from '@heliograph/dashboard-api';
import type { ReactNode } from 'react';
import { classNames } from '../../../design';
import type { Labels } from '../domain/labels';
import type { OpenRecord } from '../record/use-open-record';
import { ActivityItem } from './activity-item';
import styles from './results.module.css';

interface ResultPlaceProps {
  activity: Activity;
  labels: Labels;
  records: OpenRecord;
  /** On the company's own page, along its timeline. */
  isOfCompany?: boolean | undefined;
  className?: string;
  /** Rendered before the activity. */
  children?: ReactNode;
}

/** An activity in a list: clicking anywhere opens its record. */
export function ResultPlace({
  activity,
  labels,
  records,
  isOfCompany,
  className,
  children,
}: ResultPlaceProps) {
  return (
    <li
      tabIndex={-1}
      className={classNames(styles.place, activity.id === records.id && styles.open, className)}
      onClick={({ target }) => {
        const isOther = target instanceof Element && target.closest('a, button') !== null;
        if (!isOther && window.getSelection()?.isCollapsed !== false) void records.show(activity.id);
      }}
    >
      {children}
      <ActivityItem activity={activity} labels={labels} records={records} isOfCompany={isOfCompany} />
    </li>
  );
}
