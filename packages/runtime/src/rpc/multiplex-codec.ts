import { rpc } from '@heliograph/proto';

/**
 * Encodes and decodes the frames of proto/heliograph/rpc/v1/multiplex.proto in exactly the generated code's wire
 * format, but copies payloads once when writing and never when reading. A page of results is about 20 KB; the generated
 * code copies it four times on each side, which costs more than the search.
 */

const VARINT = 0;
const FIXED64 = 1;
const LENGTH_DELIMITED = 2;
const FIXED32 = 5;

const tag = (field: number, wireType: number) => (field << 3) | wireType;

/** Decoded payloads are views of the frame: keeping one keeps the frame. */
export function decodeReplyFrame(bytes: Buffer): rpc.ReplyFrame {
  const frame: rpc.ReplyFrame = { replies: [], draining: false };
  eachField(bytes, (field, number, payload) => {
    if (field === 1 && payload) frame.replies.push(decodeReply(payload));
    else if (field === 2) frame.draining = number !== 0;
  });
  return frame;
}

export function encodeReplyFrame({ replies, draining }: rpc.ReplyFrame): Buffer {
  const failures = replies.map((reply) =>
    reply.failure ? rpc.Failure.encode(reply.failure).finish() : undefined,
  );
  const sizes = replies.map((reply, index) => {
    const payload = failures[index] ?? reply.response;
    return numberSize(reply.correlationId) + (payload ? delimitedSize(payload.length) : 0);
  });
  const drainingNumber = draining ? 1 : 0;
  const writer = new FrameWriter(
    sizes.reduce((sum, size) => sum + delimitedSize(size), numberSize(drainingNumber)),
  );
  replies.forEach((reply, index) => {
    writer.header(1, sizes[index]!);
    writer.number(1, reply.correlationId);
    const failure = failures[index];
    if (failure) writer.bytes(3, failure);
    else if (reply.response) writer.bytes(2, reply.response);
  });
  writer.number(2, drainingNumber);
  return writer.finish();
}

export function decodeCallFrame(bytes: Buffer): rpc.CallFrame {
  const frame: rpc.CallFrame = { calls: [], cancelled: [] };
  eachField(bytes, (field, number, payload) => {
    if (field === 1 && payload) frame.calls.push(decodeCall(payload));
    // Repeated numbers may or may not be packed.
    else if (field === 2 && payload) eachVarint(payload, (id) => frame.cancelled.push(id));
    else if (field === 2) frame.cancelled.push(number);
  });
  return frame;
}

export function encodeCallFrame({ calls, cancelled }: rpc.CallFrame): Buffer {
  const sizes = calls.map(
    (call) =>
      numberSize(call.correlationId) +
      textSize(call.method) +
      numberSize(call.timeoutMs) +
      textSize(call.requestId) +
      textSize(call.traceparent) +
      delimitedSize(call.request.length) +
      textSize(call.accountId),
  );
  const cancelledSize = cancelled.reduce((sum, id) => sum + varintSize(id), 0);
  const writer = new FrameWriter(
    sizes.reduce((sum, size) => sum + delimitedSize(size), cancelledSize && delimitedSize(cancelledSize)),
  );
  calls.forEach((call, index) => {
    writer.header(1, sizes[index]!);
    writer.number(1, call.correlationId);
    writer.text(2, call.method);
    writer.number(3, call.timeoutMs);
    writer.text(4, call.requestId);
    writer.text(5, call.traceparent);
    writer.bytes(6, call.request);
    writer.text(7, call.accountId);
  });
  if (cancelledSize > 0) {
    writer.header(2, cancelledSize);
    for (const id of cancelled) writer.varint(id);
  }
  return writer.finish();
}

function decodeReply(bytes: Buffer): rpc.Reply {
  const reply: rpc.Reply = { correlationId: 0, response: undefined, failure: undefined };
  eachField(bytes, (field, number, payload) => {
    if (field === 1) reply.correlationId = number;
    else if (field === 2) reply.response = payload;
    else if (field === 3 && payload) reply.failure = rpc.Failure.decode(payload);
  });
  return reply;
}

const NOTHING = Buffer.alloc(0);

function decodeCall(bytes: Buffer): rpc.Call {
  const call: rpc.Call = {
    correlationId: 0,
    method: '',
    timeoutMs: 0,
    requestId: '',
    traceparent: '',
    request: NOTHING,
    accountId: '',
  };
  eachField(bytes, (field, number, payload) => {
    if (field === 1) call.correlationId = number;
    else if (field === 2) call.method = String(payload);
    else if (field === 3) call.timeoutMs = number;
    else if (field === 4) call.requestId = String(payload);
    else if (field === 5) call.traceparent = String(payload);
    else if (field === 6 && payload) call.request = payload;
    else if (field === 7) call.accountId = String(payload);
  });
  return call;
}

/** Reads the varint at a position. @returns its value and the position after it. */
function readVarint(bytes: Buffer, start: number): [value: number, end: number] {
  let position = start;
  let value = 0;
  for (let shift = 0; shift < 70; shift += 7) {
    const byte = bytes[position++];
    if (byte === undefined) break;
    // Only 32 bits matter: these messages' numbers are uint32, and lengths are bounded far below.
    if (shift < 32) value = (value | ((byte & 0x7f) << shift)) >>> 0;
    if (byte < 0x80) return [value, position];
  }
  throw new RangeError('an unterminated varint');
}

function eachVarint(bytes: Buffer, visit: (value: number) => void): void {
  for (let position = 0; position < bytes.length;) {
    const [value, end] = readVarint(bytes, position);
    position = end;
    visit(value);
  }
}

/** Iterates over a message's fields; callers skip fields that a newer peer added. */
function eachField(
  bytes: Buffer,
  visit: (field: number, number: number, payload: Buffer | undefined) => void,
): void {
  let position = 0;
  const varint = () => {
    const [value, end] = readVarint(bytes, position);
    position = end;
    return value;
  };
  const skip = (count: number) => {
    const start = position;
    position += count;
    if (position > bytes.length) throw new RangeError('a field longer than its message');
    return start;
  };
  while (position < bytes.length) {
    const key = varint();
    const field = key >>> 3;
    switch (key & 7) {
      case VARINT:
        visit(field, varint(), undefined);
        break;
      case LENGTH_DELIMITED: {
        const start = skip(varint());
        visit(field, 0, bytes.subarray(start, position));
        break;
      }
      case FIXED64:
        skip(8);
        break;
      case FIXED32:
        skip(4);
        break;
      default:
        throw new RangeError(`an unknown wire type ${key & 7}`);
    }
  }
}

function varintSize(value: number): number {
  if (value < 0x80) return 1;
  if (value < 0x4000) return 2;
  if (value < 0x200000) return 3;
  return value < 0x10000000 ? 4 : 5;
}

// All field numbers are below 16, so a tag is one byte. 0 and '' are the defaults and are not written (proto3).
const numberSize = (value: number) => (value === 0 ? 0 : 1 + varintSize(value));
const delimitedSize = (length: number) => 1 + varintSize(length) + length;
const textSize = (text: string) => (text === '' ? 0 : delimitedSize(Buffer.byteLength(text)));

/** Writes into one buffer of a precomputed size. */
class FrameWriter {
  private readonly buffer: Buffer;
  private position = 0;

  constructor(size: number) {
    this.buffer = Buffer.allocUnsafe(size);
  }

  header(field: number, length: number): void {
    this.buffer[this.position++] = tag(field, LENGTH_DELIMITED);
    this.varint(length);
  }

  number(field: number, value: number): void {
    if (value === 0) return;
    this.buffer[this.position++] = tag(field, VARINT);
    this.varint(value);
  }

  text(field: number, text: string): void {
    if (text === '') return;
    this.header(field, Buffer.byteLength(text));
    this.position += this.buffer.write(text, this.position);
  }

  bytes(field: number, bytes: Uint8Array): void {
    this.header(field, bytes.length);
    this.buffer.set(bytes, this.position);
    this.position += bytes.length;
  }

  finish(): Buffer {
    return this.buffer;
  }

  varint(value: number): void {
    let rest = value;
    while (rest >= 0x80) {
      this.buffer[this.position++] = (rest & 0x7f) | 0x80;
      rest >>>= 7;
    }
    this.buffer[this.position++] = rest;
  }
}

/** The generated service definition, with the codec above. */
export const multiplexDefinition = {
  open: {
    ...rpc.MultiplexServiceService.open,
    requestSerialize: encodeCallFrame,
    requestDeserialize: decodeCallFrame,
    responseSerialize: encodeReplyFrame,
    responseDeserialize: decodeReplyFrame,
  },
};
