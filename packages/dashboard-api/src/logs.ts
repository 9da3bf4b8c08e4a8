import type { Dollars, Moment, Page } from './problem';

/** An answered request of a program. */
export interface LoggedRequest {
  id: string;
  at: Moment;
  /** As in X-Request-Id. */
  requestId: string;
  credentialId: string;
  /** A key's name (or its first characters), or a device's name. */
  credentialName: string;
  channel: 'api' | 'cli';
  isTest: boolean;
  method: string;
  /** The path with parameter names; null for an unknown path. */
  route: string | null;
  operation: string;
  /** 499 when the client had gone. */
  status: number;
  /** Null for a success. */
  errorCode: string | null;
  records: number;
  /** Null when it could not be found out now. */
  cost: Dollars | null;
  /** As in X-Receipt. */
  receipt: string | null;
  /** Whether it got a stored answer, and cost nothing. */
  isReplayed: boolean;
  milliseconds: number;
  /** How many requests it stands for: those that a limit refused in the same minute are one. */
  requests: number;
  /** The query's parameters, form-encoded; null unless the account keeps them. */
  query: string | null;
}

/** Classes of statuses to filter by; an error code also filters. */
export const STATUS_CLASSES = ['2xx', '4xx', '5xx'] as const;

/**
 * `GET /logs?requestId=&credential=&operation=&status=&from=&until=&cursor=`, newest first. A page may be empty although
 * others follow: each looks at a bounded number of requests.
 *
 * @param status one of {@link STATUS_CLASSES}, or an error code.
 * @param from a moment, inclusive; `until` exclusive.
 */
export interface RequestLog extends Page<LoggedRequest> {
  /** How long requests are kept. */
  retentionDays: number;
  /** Those that there are, to filter by. */
  operations: string[];
}
