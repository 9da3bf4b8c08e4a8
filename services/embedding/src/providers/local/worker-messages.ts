import type { Company } from '../provider';

/** A text by itself, or a document with its company. */
export type LocalText = string | { title: string; company: Company };

/** How a worker is started. */
export interface WorkerSettings {
  /** Whether it runs with the lowest priority on the machine. */
  isBackground: boolean;
}

/** To a worker: texts to embed, one request at a time, or to end after the current text. */
export type WorkerRequest = { texts: readonly LocalText[] } | 'stop';

export type WorkerReply =
  /** Sent once, when the model is loaded. */
  | { kind: 'ready' }
  /** The vectors, concatenated. */
  | { kind: 'vectors'; values: Float32Array };
