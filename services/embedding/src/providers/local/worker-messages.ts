/** How a worker is started. */
export interface WorkerSettings {
  /** Whether everything else on the machine goes before it. */
  isBackground: boolean;
}

/** To a worker: texts to run through the model together. One at a time. */
export interface WorkerRequest {
  texts: readonly string[];
}

export type WorkerReply =
  /** Sent once, when the model is loaded. */
  | { kind: 'ready' }
  /** The model's vectors, one behind the other. */
  | { kind: 'vectors'; values: Float32Array }
  /** The model cannot take these texts. The reason is kept back: it may quote them. */
  | { kind: 'refused' };
