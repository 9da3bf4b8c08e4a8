/** What is published. */
export interface EventMessage {
  /** Decides the partition: messages with the same key keep their order. */
  key: string;
  headers: Readonly<Record<string, string>>;
  value: Buffer;
}

/** What is read. */
export interface StoredEvent extends EventMessage {
  topic: string;
  partition: number;
  /** Increases within the partition; may have gaps. */
  offset: bigint;
  appendedAtMs: number;
}
