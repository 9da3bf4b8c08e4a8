/** A message to publish. */
export interface EventMessage {
  /** Determines the partition: messages with the same key keep their order. */
  key: string;
  headers: Readonly<Record<string, string>>;
  value: Buffer;
}

/** A message as read. */
export interface StoredEvent extends EventMessage {
  topic: string;
  partition: number;
  /** Increases within the partition; may have gaps. */
  offset: bigint;
  appendedAtMs: number;
}
