import type { EventMessage, StoredEvent } from '../../src';

/** Messages numbered from `first`, with repeating keys. */
export function numbered(count: number, { first = 0, keys = 10 } = {}): EventMessage[] {
  return Array.from({ length: count }, (_, index) => {
    const number = first + index;
    return message(`key-${number % keys}`, String(number));
  });
}

export function message(key: string, text: string): EventMessage {
  return { key, headers: { ce_id: text }, value: Buffer.from(text) };
}

export function textOf({ value }: StoredEvent): string {
  return value.toString();
}

/** Handled messages by text, in order. */
export class Handled {
  readonly messages: StoredEvent[] = [];

  readonly take = (messages: readonly StoredEvent[]): Promise<void> => {
    this.messages.push(...messages);
    return Promise.resolve();
  };

  get texts(): string[] {
    return this.messages.map(textOf);
  }

  /** Whether `count` different numbered messages arrived, each at least once. */
  hasAll(count: number): boolean {
    return new Set(this.texts).size === count;
  }
}

/** Groups items by a common key, keeping their order. */
export function grouped<Item, Key>(items: readonly Item[], keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}
