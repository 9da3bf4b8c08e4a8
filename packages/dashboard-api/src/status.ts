import { z } from 'zod';
import type { Moment } from './problem';

export type ComponentState = 'operational' | 'degraded' | 'unavailable' | 'not_offered';

/** A part of Heliograph in users' words. */
export interface ComponentStatus {
  id: 'search' | 'semantic_search' | 'companies' | 'billing' | 'webhooks' | 'dashboard';
  name: string;
  state: ComponentState;
}

/** What operators tell everyone. */
export interface StatusMessage {
  text: string;
  /** Null when the time is unknown. */
  since: Moment | null;
}

/** `GET /status.json`, and the page `/status`: public. */
export interface StatusReport {
  /** Of all components that are offered together. */
  state: Exclude<ComponentState, 'not_offered'>;
  components: ComponentStatus[];
  /** Why access is restricted to operators; null while it is not. */
  restriction: StatusMessage | null;
  /** Null for none. */
  notice: StatusMessage | null;
  checkedAt: Moment;
}

/** `GET /operator/status-notice`, `PUT` with {@link statusNoticeBody}. */
export interface StatusNotice {
  /** Empty for none. */
  text: string;
  changedAt: Moment | null;
}

export const statusNoticeBody = z.strictObject({ text: z.string().trim().max(500) });
export type StatusNoticeBody = z.input<typeof statusNoticeBody>;
