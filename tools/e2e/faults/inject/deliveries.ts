import type { EventMessage } from '@heliograph/event-log';

/** Messages that the run itself published. */
export class Deliveries {
  /** Copies of events. */
  duplicates = 0;
  readonly poison: EventMessage[] = [];
}
