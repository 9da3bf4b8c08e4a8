/** The operators' message on the status page. */
export interface StatusNotice {
  /** Empty if there is none. */
  text: string;
  /** Undefined if never set. */
  changedAt: Date | undefined;
}
