import { quantizeVector } from '../domain/quantize';
import type { PointColumns } from '../domain/point';

const FIXED_BYTES = 32;

/** A point as stored in the file: fixed fields, then the high and low planes of its vector. */
export interface Row {
  idLow: number;
  idHigh: number;
  version: number;
  publishedAtMs: number;
  ordinal: number;
  scale: number;
  high: Int8Array;
  low: Int8Array;
}

/** Converts rows with a given number of dimensions to and from bytes (little-endian). */
export class RowCodec {
  readonly rowBytes: number;

  constructor(private readonly dimensions: number) {
    this.rowBytes = FIXED_BYTES + 2 * dimensions;
  }

  /** Encodes the points at these indexes. */
  encodePoints(points: PointColumns, indexes: readonly number[]): Buffer {
    const { dimensions, rowBytes } = this;
    const bytes = Buffer.alloc(indexes.length * rowBytes);
    const planes = new Int8Array(bytes.buffer, bytes.byteOffset, bytes.length);
    indexes.forEach((point, position) => {
      const offset = position * rowBytes;
      const high = planes.subarray(offset + FIXED_BYTES, offset + FIXED_BYTES + dimensions);
      const low = planes.subarray(offset + FIXED_BYTES + dimensions, offset + rowBytes);
      const vector = points.vectors.subarray(point * dimensions, (point + 1) * dimensions);
      const scale = quantizeVector(vector, high, low);
      bytes.writeBigUInt64LE(points.ids[point]!, offset);
      bytes.writeDoubleLE(points.versions[point]!, offset + 8);
      bytes.writeDoubleLE(points.publishedAtMs[point]!, offset + 16);
      bytes.writeUInt32LE(points.ordinals[point]!, offset + 24);
      bytes.writeFloatLE(scale, offset + 28);
    });
    return bytes;
  }

  encodeRow(row: Row, bytes: Buffer, offset: number): void {
    bytes.writeUInt32LE(row.idLow, offset);
    bytes.writeUInt32LE(row.idHigh, offset + 4);
    bytes.writeDoubleLE(row.version, offset + 8);
    bytes.writeDoubleLE(row.publishedAtMs, offset + 16);
    bytes.writeUInt32LE(row.ordinal, offset + 24);
    bytes.writeFloatLE(row.scale, offset + 28);
    bytes.set(row.high, offset + FIXED_BYTES);
    bytes.set(row.low, offset + FIXED_BYTES + this.dimensions);
  }

  /** The planes are views of the bytes. */
  decodeRow(bytes: Buffer, offset: number): Row {
    const planes = bytes.byteOffset + offset + FIXED_BYTES;
    return {
      idLow: bytes.readUInt32LE(offset),
      idHigh: bytes.readUInt32LE(offset + 4),
      version: bytes.readDoubleLE(offset + 8),
      publishedAtMs: bytes.readDoubleLE(offset + 16),
      ordinal: bytes.readUInt32LE(offset + 24),
      scale: bytes.readFloatLE(offset + 28),
      high: new Int8Array(bytes.buffer, planes, this.dimensions),
      low: new Int8Array(bytes.buffer, planes + this.dimensions, this.dimensions),
    };
  }
}
