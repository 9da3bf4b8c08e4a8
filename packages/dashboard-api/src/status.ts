import { z } from 'zod';
import type { Timestamp } from './problem';

export type ComponentState = 'operational' | 'degraded' | 'unavailable' | 'not_offered';

/** A part of Heliograph, in users' terms. */
export interface ComponentStatus {
  id: 'search' | 'semantic_search' | 'companies' | 'billing' | 'webhooks' | 'dashboard';
  name: string;
  state: ComponentState;
}

/** An operators' message to everyone. */
export interface StatusMessage {
  text: string;
  /** Null if unknown. */
  since: Timestamp | null;
}

/** `GET /status.json` and the `/status` page: public. */
export interface StatusReport {
  /** The overall state of all components on offer. */
  state: Exclude<ComponentState, 'not_offered'>;
  components: ComponentStatus[];
  /** Why access is restricted to operators; null if it is not. */
  restriction: StatusMessage | null;
  /** Null if there is none. */
  notice: StatusMessage | null;
  checkedAt: Timestamp;
}

/** `GET /operator/status-notice`; `PUT` takes {@link statusNoticeBody}. */
export interface StatusNotice {
  /** Empty if there is none. */
  text: string;
  changedAt: Timestamp | null;
}

export const statusNoticeBody = z.strictObject({ text: z.string().trim().max(500) });
export type StatusNoticeBody = z.input<typeof statusNoticeBody>;
