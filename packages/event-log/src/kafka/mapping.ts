import type { IHeaders, KafkaMessage, Message } from 'kafkajs';
import type { EventMessage, StoredEvent } from '../message';

export function kafkaMessage({ key, headers, value }: EventMessage): Message {
  return { key, headers, value };
}

/** @param topic without the prefix. */
export function storedEvent(topic: string, partition: number, message: KafkaMessage): StoredEvent {
  return {
    topic,
    partition,
    offset: BigInt(message.offset),
    appendedAtMs: Number(message.timestamp),
    // Other programs' messages may lack either.
    key: message.key?.toString() ?? '',
    value: message.value ?? Buffer.alloc(0),
    headers: headersOf(message.headers),
  };
}

/** A repeated header's last value counts. Other programs' headers may lack a value. */
function headersOf(headers: IHeaders | undefined): Record<string, string> {
  const result: Record<string, string> = {};
  for (const [name, given] of Object.entries(headers ?? {})) {
    const value = (Array.isArray(given) ? given.at(-1) : given)?.toString();
    if (value !== undefined) result[name] = value;
  }
  return result;
}
