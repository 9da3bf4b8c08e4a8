import type { KafkaMessage } from 'kafkajs';
import { storedEvent } from './mapping';

it('accepts messages with parts that other programs may leave empty', () => {
  const message = {
    key: null,
    value: null,
    timestamp: '1',
    offset: '2',
    attributes: 0,
    // What the client returns for a header without a value; its types omit this.
    headers: { none: null, last: [Buffer.from('a'), Buffer.from('b')], lastNone: [Buffer.from('a'), null] },
  } as unknown as KafkaMessage;
  expect(storedEvent('topic', 3, message)).toEqual({
    topic: 'topic',
    partition: 3,
    offset: 2n,
    appendedAtMs: 1,
    key: '',
    value: Buffer.alloc(0),
    headers: { last: 'b' },
  });
});
