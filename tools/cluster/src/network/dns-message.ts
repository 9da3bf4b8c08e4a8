/** Of DNS messages as far as a server of addresses needs them (RFC 1035). */
export const recordTypes = { A: 1 } as const;

const CLASS_INTERNET = 1;
const HEADER_BYTES = 12;
const LONGEST_LABEL = 63;
/** The name of the question, which every answer repeats: a pointer to it. */
const NAME_OF_QUESTION = 0xc000 | HEADER_BYTES;

const flags = { response: 0x8000, authoritative: 0x0400, recursionDesired: 0x0100, opcode: 0x7800 } as const;
const responseCodes = { noError: 0, nameError: 3 } as const;

/** What somebody wants to know. */
export interface DnsQuery {
  id: number;
  /** In lower case, without the dot at the end. */
  name: string;
  type: number;
  recursionDesired: boolean;
  /** As it was asked, to be repeated. */
  question: Buffer;
}

/** @returns undefined for anything but one question about a name of the internet. */
export function readQuery(message: Buffer): DnsQuery | undefined {
  if (message.length < HEADER_BYTES) return undefined;
  const head = message.readUInt16BE(2);
  if ((head & (flags.response | flags.opcode)) !== 0 || message.readUInt16BE(4) !== 1) return undefined;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  for (;;) {
    const length = message[at];
    if (length === undefined || length > LONGEST_LABEL) return undefined;
    at += 1;
    if (length === 0) break;
    labels.push(message.toString('latin1', at, at + length).toLowerCase());
    at += length;
  }
  if (at + 4 > message.length || message.readUInt16BE(at + 2) !== CLASS_INTERNET) return undefined;
  return {
    id: message.readUInt16BE(0),
    name: labels.join('.'),
    type: message.readUInt16BE(at),
    recursionDesired: (head & flags.recursionDesired) !== 0,
    question: message.subarray(HEADER_BYTES, at + 4),
  };
}

/**
 * @param addresses IPv4, of the name; undefined when there is no such name.
 * @param ttlSeconds how long the answer may be kept.
 */
export function answerTo(
  query: DnsQuery,
  addresses: readonly string[] | undefined,
  ttlSeconds: number,
): Buffer {
  const given = query.type === recordTypes.A ? (addresses ?? []) : [];
  const header = Buffer.alloc(HEADER_BYTES);
  header.writeUInt16BE(query.id, 0);
  const code = addresses ? responseCodes.noError : responseCodes.nameError;
  const recursion = query.recursionDesired ? flags.recursionDesired : 0;
  header.writeUInt16BE(flags.response | flags.authoritative | recursion | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(given.length, 6);
  return Buffer.concat([
    header,
    query.question,
    ...given.map((address) => addressRecord(address, ttlSeconds)),
  ]);
}

function addressRecord(address: string, ttlSeconds: number): Buffer {
  const record = Buffer.alloc(16);
  record.writeUInt16BE(NAME_OF_QUESTION, 0);
  record.writeUInt16BE(recordTypes.A, 2);
  record.writeUInt16BE(CLASS_INTERNET, 4);
  record.writeUInt32BE(ttlSeconds, 6);
  record.writeUInt16BE(4, 10);
  Buffer.from(address.split('.').map(Number)).copy(record, 12);
  return record;
}
