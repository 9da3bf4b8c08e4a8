import { crc32 } from 'node:zlib';

/** What a frame of the file does. */
export const FRAME = { put: 1, remove: 2 } as const;
export type FrameKind = (typeof FRAME)[keyof typeof FRAME];

const MAGIC = 0x3146_5648;
export const FRAME_HEADER_BYTES = 24;
/** More than the largest batch takes: 1,000 points of 4,096 dimensions. */
const MAXIMUM_PAYLOAD_BYTES = 16 * 1024 * 1024;

export interface FrameHeader {
  kind: FrameKind;
  count: number;
  payloadBytes: number;
  payloadChecksum: number;
}

/** One batch, stored whole or not at all: a header with its own checksum, then the payload. */
export function encodeFrame(kind: FrameKind, count: number, payload: Buffer): Buffer {
  const header = Buffer.alloc(FRAME_HEADER_BYTES);
  header.writeUInt32LE(MAGIC, 0);
  header.writeUInt32LE(kind, 4);
  header.writeUInt32LE(count, 8);
  header.writeUInt32LE(payload.length, 12);
  header.writeUInt32LE(crc32(payload), 16);
  header.writeUInt32LE(crc32(header.subarray(0, 20)), 20);
  return Buffer.concat([header, payload]);
}

/** Undefined when these bytes are not a frame header. */
export function decodeFrameHeader(bytes: Buffer): FrameHeader | undefined {
  if (bytes.length < FRAME_HEADER_BYTES || bytes.readUInt32LE(0) !== MAGIC) return undefined;
  if (bytes.readUInt32LE(20) !== crc32(bytes.subarray(0, 20))) return undefined;
  const kind = bytes.readUInt32LE(4);
  const payloadBytes = bytes.readUInt32LE(12);
  if ((kind !== FRAME.put && kind !== FRAME.remove) || payloadBytes > MAXIMUM_PAYLOAD_BYTES) return undefined;
  return { kind, count: bytes.readUInt32LE(8), payloadBytes, payloadChecksum: bytes.readUInt32LE(16) };
}

export function isIntact(header: FrameHeader, payload: Buffer): boolean {
  return payload.length === header.payloadBytes && crc32(payload) === header.payloadChecksum;
}
