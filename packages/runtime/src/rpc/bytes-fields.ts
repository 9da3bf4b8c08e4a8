/** Wire type of fields with a length (protobuf's encoding, "Message structure"). */
const LENGTH_DELIMITED = 2;
const NOTHING = Buffer.alloc(0);

/**
 * Encodes a message with large `bytes` fields, copying them once; generated code copies them three or four times.
 *
 * @param fields by number, ascending. Empty fields are omitted, as in generated code.
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

/**
 * Splits a message into its first field, if that is a `bytes` field with this number (1 to 15), and the rest. Both
 * share the message's memory; generated code copies the field.
 */
export function splitBytesField(
  message: Buffer,
  number: number,
): { value: Buffer; rest: Buffer } | undefined {
  if (message[0] !== ((number << 3) | LENGTH_DELIMITED)) return undefined;
  let length = 0;
  let at = 1;
  for (let factor = 1; ; factor *= 0x80) {
    const byte = message[at++];
    if (byte === undefined) return undefined;
    length += (byte & 0x7f) * factor;
    if (byte < 0x80) break;
  }
  const end = at + length;
  if (end > message.length) return undefined;
  return { value: message.subarray(at, end), rest: message.subarray(end) };
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
