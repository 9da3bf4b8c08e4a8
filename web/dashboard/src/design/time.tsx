import type { Timestamp } from '@heliograph/dashboard-api';
import { useEffect, useState } from 'react';
import { serverNow } from '../api/server-clock';
import { formatTimestamp, formatRelative, type TimeStyle } from './format-time';

/** How often relative times are updated. */
const TICK_MS = 30_000;

function useNow(isTicking: boolean): number {
  const [now, setNow] = useState(() => serverNow());
  useEffect(() => {
    if (!isTicking) return undefined;
    const timer = setInterval(() => setNow(serverNow()), TICK_MS);
    return () => clearInterval(timer);
  }, [isTicking]);
  return now;
}

/** A moment in the viewer's zone, with UTC as its title. */
export function Time({ at, style = 'minute' }: { at: Timestamp; style?: TimeStyle }) {
  const now = useNow(style === 'relative');
  const local = style === 'relative' ? formatRelative(at, now) : formatTimestamp(at, style);
  return (
    <time dateTime={at} title={`${formatTimestamp(at, 'second', 'UTC')} UTC`}>
      {local}
    </time>
  );
}

/** A moment in UTC, labeled as such, for money and months. */
export function UtcTime({ at, style = 'minute' }: { at: Timestamp; style?: Exclude<TimeStyle, 'relative'> }) {
  return (
    <time dateTime={at} title={`${formatTimestamp(at, 'second')} in your time zone`}>
      {formatTimestamp(at, style, 'UTC')} UTC
    </time>
  );
}
