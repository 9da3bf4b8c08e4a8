import type { StoredEvent } from '../message';

export interface MessageRow {
  message_offset: string;
  key: string;
  headers: Record<string, string>;
  value: Buffer;
  appended_at: Date;
}

export function storedEvent(topic: string, partition: number, row: MessageRow): StoredEvent {
  return {
    topic,
    partition,
    offset: BigInt(row.message_offset),
    appendedAtMs: row.appended_at.getTime(),
    key: row.key,
    headers: row.headers,
    value: row.value,
  };
}
