import type { RequestLogPage } from '@heliograph/contract';

export type { LoggedRequest } from '@heliograph/contract';

/**
 * `GET /logs?requestId=&credential=&operation=&status=&from=&until=&cursor=`, newest first. A page may be empty even if
 * more follow: each page scans a bounded number of requests.
 *
 * @param status one of STATUS_CLASSES, or an error code.
 * @param from a moment, inclusive; `until` is exclusive.
 */
export interface RequestLog extends RequestLogPage {
  /** The values to filter by. */
  operations: string[];
}
