/** What a running cluster can be asked to do. */
export type ControlCommand =
  | { command: 'status' }
  /** Without services: all of them. */
  | { command: 'restart'; services: string[]; atOnce: number }
  | { command: 'scale'; service: string; replicas: number }
  | { command: 'crash'; instance: string }
  | { command: 'stop' };

/** One line of an answer. The last is `done` or `failed`. */
export type ControlEvent =
  { event: 'step'; text: string } | { event: 'done'; result: unknown } | { event: 'failed'; text: string };
