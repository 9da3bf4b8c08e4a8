import { rpc } from '@heliograph/proto';
import fc from 'fast-check';
import { decodeCallFrame, decodeReplyFrame, encodeCallFrame, encodeReplyFrame } from './multiplex-codec';

const payload = fc.uint8Array({ maxLength: 300, size: 'max' }).map((bytes) => Buffer.from(bytes));
const uint32 = fc.integer({ min: 0, max: 0xffffffff });
const text = fc.string({ unit: 'grapheme' });

const call: fc.Arbitrary<rpc.Call> = fc.record({
  correlationId: uint32,
  method: text,
  timeoutMs: uint32,
  requestId: text,
  traceparent: text,
  request: payload,
  accountId: text,
});
const failure: fc.Arbitrary<rpc.Failure> = fc.record({
  code: text,
  publicText: text,
  issues: fc.array(fc.record({ parameter: text, message: text }), { maxLength: 3 }),
  retryAfterSeconds: uint32,
});
const reply: fc.Arbitrary<rpc.Reply> = fc.oneof(
  fc.record({ correlationId: uint32, response: payload, failure: fc.constant(undefined) }),
  fc.record({ correlationId: uint32, response: fc.constant(undefined), failure }),
);

const normal = <Value>(value: Value): unknown => JSON.parse(JSON.stringify(value));

it('writes and reads calls as the generated code does', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 4 }), fc.array(uint32, { maxLength: 4 }), (calls, cancelled) => {
      const frame = { calls, cancelled };
      const generated = Buffer.from(rpc.CallFrame.encode(frame).finish());
      expect(normal(decodeCallFrame(generated))).toEqual(normal(frame));
      expect(normal(rpc.CallFrame.decode(encodeCallFrame(frame)))).toEqual(normal(frame));
    }),
    { numRuns: 60 },
  );
});

it('writes and reads replies as the generated code does', () => {
  fc.assert(
    fc.property(fc.array(reply, { maxLength: 4 }), fc.boolean(), (replies, draining) => {
      const frame = { replies, draining };
      const generated = Buffer.from(rpc.ReplyFrame.encode(frame).finish());
      expect(normal(decodeReplyFrame(generated))).toEqual(normal(frame));
      expect(normal(rpc.ReplyFrame.decode(encodeReplyFrame(frame)))).toEqual(normal(frame));
    }),
    { numRuns: 60 },
  );
});

it('skips fields that a newer peer added', () => {
  const known = encodeReplyFrame({
    replies: [{ correlationId: 7, response: undefined, failure: undefined }],
    draining: false,
  });
  // Field 15 as varint, fixed64, length-delimited, and fixed32.
  const unknown = Buffer.from([0x78, 0x96, 0x01, 0x79, ...Array(8).fill(1), 0x7a, 2, 1, 2, 0x7d, 1, 2, 3, 4]);
  expect(decodeReplyFrame(Buffer.concat([unknown, known])).replies).toMatchObject([{ correlationId: 7 }]);
});

it('refuses truncated data, and never reads beyond it', () => {
  const whole = encodeCallFrame({
    calls: [
      {
        correlationId: 1,
        method: '/m',
        timeoutMs: 5,
        requestId: 'r',
        traceparent: '',
        request: Buffer.alloc(50),
        accountId: 'a',
      },
    ],
    cancelled: [],
  });
  for (let length = 1; length < whole.length; length += 1) {
    expect(() => decodeCallFrame(whole.subarray(0, length))).toThrow(RangeError);
  }
});
