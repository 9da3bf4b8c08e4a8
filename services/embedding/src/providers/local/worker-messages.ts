import type { Company } from '../provider';

/** A text by itself, or a document with its company. */
export type LocalText = string | { title: string; company: Company };

/** How a worker is started. */
export interface WorkerSettings {
  /** Whether everything else on the machine goes before it. */
  isBackground: boolean;
}

/** To a worker: texts to embed, one request at a time, or to end after the text it is at. */
export type WorkerRequest = { texts: readonly LocalText[] } | 'stop';

export type WorkerReply =
  /** Sent once, when the model is loaded. */
  | { kind: 'ready' }
  /** The vectors, one behind the other. */
  | { kind: 'vectors'; values: Float32Array };
