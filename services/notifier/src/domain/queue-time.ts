/** When to check a saved search again; undefined: once it has matches. 'changed': once the saved search changes. */
export type QueueTime = Date | Pause | 'changed' | undefined;

/** Counts from now by the database's clock, which decides what is due; this process's clock may differ. */
export interface Pause {
  inMs: number;
}
