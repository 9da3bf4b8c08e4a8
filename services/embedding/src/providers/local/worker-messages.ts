import type { Company } from '../provider';

/** A text by itself, or a document with its company. */
export type LocalText = string | { title: string; company: Company };

/** How a worker is started. */
export interface WorkerSettings {
  /** Whether everything else on the machine goes before it. */
  isBackground: boolean;
}

/** To a worker: texts to embed. One request at a time. */
export interface WorkerRequest {
  texts: readonly LocalText[];
}

export type WorkerReply =
  /** Sent once, when the model is loaded. */
  | { kind: 'ready' }
  /** The vectors, one behind the other. */
  | { kind: 'vectors'; values: Float32Array };
