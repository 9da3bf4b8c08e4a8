import type { ClientBase } from 'pg';

/** Bits of a chunk: `bitmap.bits` and `company_bitmap.bits` hold as many. */
export const chunkBits = 8192;
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

type Changes = Map<string, Map<number, number[]>>;

function note(changes: Changes, lexeme: string, position: number, set: boolean): void {
  const chunk = Math.floor(position / chunkBits);
  const offset = position % chunkBits;
  let chunks = changes.get(lexeme);
  if (!chunks) changes.set(lexeme, (chunks = new Map()));
  let offsets = chunks.get(chunk);
  if (!offsets) chunks.set(chunk, (offsets = []));
  offsets.push(set ? offset : ~offset);
}

/** Sets bits of one chunk that come as big-endian 16-bit offsets, as the database packs them. */
function notePacked(changes: Changes, lexeme: string, chunk: number, packed: Buffer): void {
  const offsets: number[] = [];
  for (let at = 0; at < packed.length; at += 2) offsets.push(packed.readUInt16BE(at));
  let chunks = changes.get(lexeme);
  if (!chunks) changes.set(lexeme, (chunks = new Map()));
  chunks.set(chunk, offsets);
}

/** Rows sent in one statement: each carries up to 4 KB of text. */
const rowsAtOnce = 2000;

/** Collects the bits that a transaction sets and clears, then writes them. The last change of a bit wins. */
export class BitmapChanges {
  readonly #signals: Changes = new Map();
  readonly #companies: Changes = new Map();
  readonly #common: ReadonlySet<string>;

  /** @param common the lexemes of `bitmap_lexeme`; nothing is collected while it is empty */
  constructor(common: ReadonlySet<string>) {
    this.#common = common;
  }

  /** The lexemes that have bitmaps now. */
  static async load(client: ClientBase): Promise<BitmapChanges> {
    const { rows } = await client.query<{ lexeme: string }>('SELECT lexeme FROM catalog.bitmap_lexeme');
    return new BitmapChanges(new Set(rows.map((row) => row.lexeme)));
  }

  add(ordinal: number, activityDate: string, lexemes: Iterable<string>): void {
    this.#note(ordinal, activityDate, lexemes, true);
  }

  remove(ordinal: number, activityDate: string, lexemes: Iterable<string>): void {
    this.#note(ordinal, activityDate, lexemes, false);
  }

  #note(ordinal: number, activityDate: string, lexemes: Iterable<string>, set: boolean): void {
    if (this.#common.has(everySignal)) {
      note(this.#signals, everySignal, ordinal, set);
      const day = dayNumber(activityDate);
      for (let bit = 0; bit < dateBits; bit++)
        if ((day >> bit) & 1) note(this.#signals, dateLexeme(bit), ordinal, set);
    }
    if (this.#common.size === 0) return;
    for (const lexeme of lexemes) if (this.#common.has(lexeme)) note(this.#signals, lexeme, ordinal, set);
  }

  /** Notes that a company has a signal, published or not, that holds these lexemes. */
  addToCompany(companyId: number, lexemes: Iterable<string>): void {
    if (this.#common.size === 0) return;
    for (const lexeme of lexemes)
      if (this.#common.has(lexeme) && isTitleLexeme(lexeme)) note(this.#companies, lexeme, companyId, true);
  }

  /** Notes all signals of a chunk that hold a lexeme; nothing else may be noted for it before. */
  addPackedSignals(lexeme: string, chunk: number, offsets: Buffer): void {
    notePacked(this.#signals, lexeme, chunk, offsets);
  }

  /** The same for companies. */
  addPackedCompanies(lexeme: string, chunk: number, offsets: Buffer): void {
    notePacked(this.#companies, lexeme, chunk, offsets);
  }

  async apply(client: ClientBase): Promise<void> {
    await write(client, 'catalog.bitmap', this.#signals);
    await write(client, 'catalog.company_bitmap', this.#companies);
  }
}

async function write(
  client: ClientBase,
  table: 'catalog.bitmap' | 'catalog.company_bitmap',
  changes: Changes,
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
  for (const [lexeme, byChunk] of changes) {
    for (const [chunk, offsets] of byChunk) {
      const setBits = Buffer.alloc(chunkBits / 8);
      let clearBits: Buffer | undefined;
      for (const signed of offsets) {
        const offset = signed >= 0 ? signed : ~signed;
        const byte = offset >> 3;
        const mask = 0x80 >> (offset & 7);
        if (signed < 0) clearBits ??= Buffer.alloc(chunkBits / 8);
        setBits[byte] = signed >= 0 ? (setBits[byte] ?? 0) | mask : (setBits[byte] ?? 0) & ~mask;
        if (clearBits)
          clearBits[byte] = signed >= 0 ? (clearBits[byte] ?? 0) & ~mask : (clearBits[byte] ?? 0) | mask;
      }
      lexemes.push(lexeme);
      chunks.push(chunk);
      set.push(`x${setBits.toString('hex')}`);
      clear.push(clearBits ? `x${clearBits.toString('hex')}` : null);
      if (lexemes.length >= rowsAtOnce) await flush();
    }
  }
  await flush();
}
