import type { ClientBase } from 'pg';

/** Bits of a chunk: `bitmap.bits` and `company_bitmap.bits` hold as many. */
export const chunkBits = 8192;
export const chunkBytes = chunkBits / 8;
/** The lexeme of every signal that is not pending. */
export const everySignal = '@all';
/** Bits that a day takes, counted from {@link dayZero}. */
export const dateBits = 17;
const dayZero = Date.UTC(1900, 0, 1);

/** Days since 1900-01-01 of a day `YYYY-MM-DD`. */
export const dayNumber = (day: string) => Math.round((Date.parse(`${day}T00:00:00Z`) - dayZero) / 86_400_000);
export const dateLexeme = (bit: number) => `@date${bit}`;

/** Lexemes of the title: those that `company_bitmap` is kept for. */
export const isTitleLexeme = (lexeme: string) => /^[\p{L}\p{N}]/u.test(lexeme) && !lexeme.includes('=');

/** Changes of one chunk: the bits that are set, and those that are cleared. None is both. */
interface Bits {
  set: Buffer;
  clear: Buffer | undefined;
}

/** Changes of one lexeme by chunk. */
type Chunks = Map<number, Bits>;

/** The changes of one lexeme. */
interface Changes {
  signals: Chunks;
  /** Absent unless companies have bitmaps of it, too. */
  companies: Chunks | undefined;
}

function note(into: Chunks, position: number, set: boolean): void {
  const chunk = Math.floor(position / chunkBits);
  let bits = into.get(chunk);
  if (!bits) into.set(chunk, (bits = { set: Buffer.alloc(chunkBytes), clear: undefined }));
  const byte = (position % chunkBits) >> 3;
  const mask = 0x80 >> (position & 7);
  if (!set) bits.clear ??= Buffer.alloc(chunkBytes);
  const { clear } = bits;
  bits.set[byte] = set ? bits.set[byte]! | mask : bits.set[byte]! & ~mask;
  if (clear) clear[byte] = set ? clear[byte]! & ~mask : clear[byte]! | mask;
}

/** Sets bits of one chunk that come as big-endian 16-bit offsets, as the database packs them. */
function notePacked(into: Chunks, chunk: number, packed: Buffer): void {
  for (let at = 0; at < packed.length; at += 2) note(into, chunk * chunkBits + packed.readUInt16BE(at), true);
}

/** Rows sent in one statement: each carries up to 4 KB of text. */
const rowsAtOnce = 2000;

/** Collects the bits that a transaction sets and clears, then writes them. The last change of a bit wins. */
export class BitmapChanges {
  readonly #changes = new Map<string, Changes>();
  readonly #everySignal: Chunks | undefined;
  readonly #dates: Chunks[] = [];

  /** @param common the lexemes of `bitmap_lexeme`; nothing is collected while it is empty */
  constructor(common: Iterable<string>) {
    for (const lexeme of common) this.#collect(lexeme);
    this.#everySignal = this.#changes.get(everySignal)?.signals;
    if (!this.#everySignal) return;
    for (let bit = 0; bit < dateBits; bit++) this.#dates.push(this.#collect(dateLexeme(bit)).signals);
  }

  /** The lexemes that have bitmaps now. */
  static async load(client: ClientBase): Promise<BitmapChanges> {
    const { rows } = await client.query<{ lexeme: string }>('SELECT lexeme FROM catalog.bitmap_lexeme');
    return new BitmapChanges(rows.map((row) => row.lexeme));
  }

  #collect(lexeme: string): Changes {
    const changes = { signals: new Map(), companies: isTitleLexeme(lexeme) ? new Map() : undefined };
    this.#changes.set(lexeme, changes);
    return changes;
  }

  add(ordinal: number, activityDate: string, lexemes: Iterable<string>): void {
    this.#note(ordinal, activityDate, lexemes, true);
  }

  remove(ordinal: number, activityDate: string, lexemes: Iterable<string>): void {
    this.#note(ordinal, activityDate, lexemes, false);
  }

  #note(ordinal: number, activityDate: string, lexemes: Iterable<string>, set: boolean): void {
    if (this.#everySignal) {
      note(this.#everySignal, ordinal, set);
      const day = dayNumber(activityDate);
      this.#dates.forEach((chunks, bit) => {
        if ((day >> bit) & 1) note(chunks, ordinal, set);
      });
    }
    if (this.#changes.size === 0) return;
    for (const lexeme of lexemes) {
      const changes = this.#changes.get(lexeme);
      if (changes) note(changes.signals, ordinal, set);
    }
  }

  /** Notes that a company has a signal, published or not, that holds these lexemes. */
  addToCompany(companyId: number, lexemes: Iterable<string>): void {
    if (this.#changes.size === 0) return;
    for (const lexeme of lexemes) {
      const companies = this.#changes.get(lexeme)?.companies;
      if (companies) note(companies, companyId, true);
    }
  }

  /** Notes signals of a chunk that hold a lexeme. */
  addPackedSignals(lexeme: string, chunk: number, offsets: Buffer): void {
    notePacked(this.#changes.get(lexeme)!.signals, chunk, offsets);
  }

  /** The same for companies. */
  addPackedCompanies(lexeme: string, chunk: number, offsets: Buffer): void {
    const { companies } = this.#changes.get(lexeme)!;
    if (companies) notePacked(companies, chunk, offsets);
  }

  async apply(client: ClientBase): Promise<void> {
    await write(client, 'catalog.bitmap', this.#changes, ({ signals }) => signals);
    await write(client, 'catalog.company_bitmap', this.#changes, ({ companies }) => companies);
  }
}

async function write(
  client: ClientBase,
  table: 'catalog.bitmap' | 'catalog.company_bitmap',
  changes: ReadonlyMap<string, Changes>,
  chunksOf: (changes: Changes) => Chunks | undefined,
): Promise<void> {
  let lexemes: string[] = [];
  let chunks: number[] = [];
  let set: string[] = [];
  let clear: (string | null)[] = [];
  const flush = async () => {
    if (lexemes.length === 0) return;
    // Written as array literals here: hexadecimal digits need no quotes, and megabytes need not be searched for what does.
    const literal = (bits: (string | null)[]) => `{${bits.map((text) => text ?? 'NULL').join(',')}}`;
    const values = [lexemes, chunks, literal(set), literal(clear)];
    await client.query(
      `WITH change AS (
         SELECT lexeme, chunk, set_bits::bit(${chunkBits}) AS set_bits, clear_bits::bit(${chunkBits}) AS clear_bits
         FROM unnest($1::text[], $2::integer[], $3::text[], $4::text[]) AS c(lexeme, chunk, set_bits, clear_bits)
       ), updated AS (
         UPDATE ${table} AS b
         SET bits = (CASE WHEN clear_bits IS NULL THEN b.bits ELSE b.bits & ~clear_bits END) | set_bits
         FROM change c
         WHERE b.lexeme = c.lexeme AND b.chunk = c.chunk
           AND b.bits <> ((CASE WHEN clear_bits IS NULL THEN b.bits ELSE b.bits & ~clear_bits END) | set_bits)
       )
       INSERT INTO ${table} (lexeme, chunk, bits)
       SELECT lexeme, chunk, set_bits FROM change c
       WHERE NOT EXISTS (SELECT FROM ${table} b WHERE b.lexeme = c.lexeme AND b.chunk = c.chunk)`,
      values,
    );
    lexemes = [];
    chunks = [];
    set = [];
    clear = [];
  };
  for (const [lexeme, changed] of changes) {
    for (const [chunk, bits] of chunksOf(changed) ?? []) {
      lexemes.push(lexeme);
      chunks.push(chunk);
      set.push(`x${bits.set.toString('hex')}`);
      clear.push(bits.clear ? `x${bits.clear.toString('hex')}` : null);
      if (lexemes.length >= rowsAtOnce) await flush();
    }
  }
  await flush();
}
