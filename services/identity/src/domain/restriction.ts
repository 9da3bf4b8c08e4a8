/** Whether the system is closed to everyone but operators. */
export interface AccessRestriction {
  active: boolean;
  /** The operators' message for refused requests. */
  message: string;
  /** Undefined if never set. */
  changedAt: Date | undefined;
}
