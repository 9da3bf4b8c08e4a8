/** What operators tell everyone on the status page. */
export interface StatusNotice {
  /** Empty for none. */
  text: string;
  /** Undefined when it was never set. */
  changedAt: Date | undefined;
}
