/** Of fields with a length (protobuf's encoding, "Message structure"). */
const LENGTH_DELIMITED = 2;
const NOTHING = Buffer.alloc(0);

/**
 * Encodes a message with large `bytes` fields, copying those once; generated code copies them three or four times.
 *
 * @param fields by number, ascending. Empty ones are left out, as generated code does.
 * @param rest the other fields, encoded; their numbers are higher.
 */
export function encodeBytesFields(
  fields: readonly (readonly [number: number, value: Uint8Array])[],
  rest: Uint8Array = NOTHING,
): Buffer {
  const written = fields.filter(([, value]) => value.length > 0);
  const parts = written.flatMap(([number, value]) => [headerOf(number, value.length), value]);
  return Buffer.concat([...parts, rest]);
}

function headerOf(number: number, length: number): Buffer {
  return Buffer.from([...varint((number << 3) | LENGTH_DELIMITED), ...varint(length)]);
}

function varint(number: number): number[] {
  const bytes: number[] = [];
  let rest = number;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return [...bytes, rest];
}
