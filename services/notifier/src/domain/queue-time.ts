/** When to check a saved search again; undefined: when there are matches. 'changed': when the saved search changes. */
export type QueueTime = Date | Pause | 'changed' | undefined;

/** From now by the clock of the database, which decides what is due: this process's may differ. */
export interface Pause {
  inMs: number;
}
