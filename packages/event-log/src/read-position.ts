import type { StoredEvent } from './message';

/** The next offset to read, by partition. Missing partitions are read from their oldest message. */
type Position = ReadonlyMap<number, bigint>;

/** The range of messages kept in a partition. */
export interface PartitionRange {
  partition: number;
  /** Offset of the oldest message. */
  low: bigint;
  /** Offset of the next message to be appended. */
  high: bigint;
}

const POSITION_FORM = /^(\d{1,6}:\d{1,19}(,\d{1,6}:\d{1,19})*)?$/;

/** A position in text form: `partition:offset`, separated by commas. */
export function formatPosition(position: Position): string {
  return [...position]
    .sort(([left], [right]) => left - right)
    .map(([partition, offset]) => `${partition}:${offset}`)
    .join(',');
}

/** @throws RangeError if the text is not a position. */
export function parsePosition(text: string): Map<number, bigint> {
  if (!POSITION_FORM.test(text)) throw new RangeError('not a position of the event log');
  return new Map(
    text
      .split(',')
      .filter((part) => part !== '')
      .map((part) => {
        const [partition, offset] = part.split(':');
        return [Number(partition), BigInt(offset!)];
      }),
  );
}

/**
 * Where to continue in a partition: after the last message read, unless that has expired. A position beyond the end
 * belongs to a topic that was lost and recreated, so all of the new one is yet to be read.
 *
 * @param wanted undefined if nothing was read yet.
 * @param low offset of the oldest message.
 * @param high offset of the next message to be appended.
 */
export function startWithin(wanted: bigint | undefined, low: bigint, high: bigint): bigint {
  return wanted === undefined || wanted < low || wanted > high ? low : wanted;
}

/** Number of a topic's messages yet to be read. */
export function countAfter(position: Position, ranges: readonly PartitionRange[]): number {
  let count = 0n;
  for (const { partition, low, high } of ranges)
    count += high - startWithin(position.get(partition), low, high);
  return Number(count);
}

/**
 * A group's positions, read after the ends of the partitions: what it processed meanwhile counts up to these ends.
 *
 * @param later the ranges, read after the positions. A position beyond these belongs to a lost topic.
 */
export function upToEnds(
  position: Position,
  ranges: readonly PartitionRange[],
  later: readonly PartitionRange[],
): Position {
  const laterEnds = new Map(later.map(({ partition, high }) => [partition, high]));
  const result = new Map(position);
  for (const { partition, high } of ranges) {
    const next = position.get(partition) ?? high;
    if (next > high && next <= (laterEnds.get(partition) ?? high)) result.set(partition, high);
  }
  return result;
}

/**
 * Merges the messages read from each partition, always taking the earliest next one, so they are in order of time as
 * far as the clocks were right. Returns the position after the last message taken.
 */
export function mergePartitions(
  parts: readonly (readonly StoredEvent[])[],
  limit: number,
  start: Position,
): { messages: StoredEvent[]; position: Position } {
  const messages: StoredEvent[] = [];
  const position = new Map(start);
  const next = parts.map(() => 0);
  while (messages.length < limit) {
    let earliest: StoredEvent | undefined;
    let from = 0;
    parts.forEach((part, index) => {
      const head = part[next[index]!];
      if (head && (!earliest || head.appendedAtMs < earliest.appendedAtMs)) {
        earliest = head;
        from = index;
      }
    });
    if (!earliest) break;
    messages.push(earliest);
    next[from]! += 1;
    position.set(earliest.partition, earliest.offset + 1n);
  }
  return { messages, position };
}
