/** Commands for a running cluster. */
export type ControlCommand =
  | { command: 'status' }
  /** All services if empty. */
  | { command: 'restart'; services: string[]; atOnce: number }
  | { command: 'scale'; service: string; replicas: number }
  | { command: 'crash'; instance: string }
  | { command: 'stop' };

/** One line of a response. The last is `done` or `failed`. */
export type ControlEvent =
  { event: 'step'; text: string } | { event: 'done'; result: unknown } | { event: 'failed'; text: string };
