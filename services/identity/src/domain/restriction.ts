/** Whether the system is closed to everybody but operators. */
export interface AccessRestriction {
  active: boolean;
  /** What operators say to whoever is refused. */
  message: string;
  /** Undefined when it was never set. */
  changedAt: Date | undefined;
}
