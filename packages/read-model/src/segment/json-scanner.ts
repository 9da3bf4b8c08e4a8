import { decoder } from './decoder';

/** A JSON string in place: where its bytes are, without the quotes. */
interface JsonString {
  from: number;
  to: number;
  /** Whether the bytes are the text as is: nothing is escaped. */
  isLiteral: boolean;
  isAscii: boolean;
}

const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET] = [0x7b, 0x7d, 0x5b, 0x5d];
const SPACE = 0x20;

/**
 * Walks through JSON byte by byte and allocates nothing for what it skips. For JSON validated when it was stored: the
 * result for invalid JSON is unspecified, but reading never goes past its end.
 */
export class JsonScanner {
  private at = 0;
  /** The last string read. */
  readonly string: JsonString = { from: 0, to: 0, isLiteral: true, isAscii: true };

  constructor(private source: Uint8Array) {}

  /** Starts over with other JSON. */
  read(source: Uint8Array): void {
    this.source = source;
    this.at = 0;
  }

  /** The position after the last value read. */
  get position(): number {
    return this.at;
  }

  /**
   * Iterates over the members of the next object. `member` must read or skip the value; it gets the key's index in
   * `keys`, or -1 if the key is not among them.
   */
  members(keys: readonly Uint8Array[], member: (key: number) => void): void {
    if (!this.take(OPEN_BRACE)) {
      this.skip();
      return;
    }
    // Most objects have their members in the same order as `keys`.
    let likely = 0;
    while (this.at < this.source.length && !this.take(CLOSE_BRACE)) {
      this.readString();
      const key = this.keyOf(keys, likely);
      if (key >= 0) likely = key + 1;
      this.take(COLON);
      member(key);
      this.take(COMMA);
    }
  }

  /** Iterates over the elements of the next array. */
  elements(element: () => void): void {
    if (!this.take(OPEN_BRACKET)) {
      this.skip();
      return;
    }
    while (this.at < this.source.length && !this.take(CLOSE_BRACKET)) {
      element();
      this.take(COMMA);
    }
  }

  /** Reads the next value into {@link string}. @returns false, skipping the value, if it is not a string. */
  readString(): boolean {
    if (!this.take(QUOTE)) {
      this.skip();
      return false;
    }
    const { source, string } = this;
    let at = this.at;
    let bits = 0;
    string.isLiteral = true;
    string.from = at;
    for (; at < source.length; at++) {
      const byte = source[at]!;
      if (byte === QUOTE) break;
      bits |= byte;
      if (byte === BACKSLASH) {
        string.isLiteral = false;
        at += 1;
      }
    }
    string.to = at;
    string.isAscii = bits < 0x80;
    this.at = at + 1;
    return true;
  }

  /** Reads the next value as a number; skips it and returns NaN if it is anything else. */
  readNumber(): number {
    this.skipWhitespace();
    const from = this.at;
    this.skip();
    return Number(text(this.source, from, this.at));
  }

  /** The last string read, as text. */
  text(): string {
    const { from, to, isLiteral } = this.string;
    return isLiteral
      ? text(this.source, from, to)
      : (JSON.parse(text(this.source, from - 1, to + 1)) as string);
  }

  /** Skips the next value. */
  skip(): void {
    this.skipWhitespace();
    const byte = this.source[this.at];
    if (byte === QUOTE) this.readString();
    else if (byte === OPEN_BRACE) this.members([], () => this.skip());
    else if (byte === OPEN_BRACKET) this.elements(() => this.skip());
    else this.skipLiteral();
  }

  private skipLiteral(): void {
    const { source } = this;
    // Always consumes at least one byte, so that scanning invalid JSON terminates.
    do this.at += 1;
    while (this.at < source.length && !isEndOfLiteral(source[this.at]!));
  }

  private take(byte: number): boolean {
    this.skipWhitespace();
    if (this.source[this.at] !== byte) return false;
    this.at += 1;
    return true;
  }

  private skipWhitespace(): void {
    while (this.source[this.at]! <= SPACE) this.at += 1;
  }

  /** @param likely the index to check first, followed by the ones after it. */
  private keyOf(keys: readonly Uint8Array[], likely: number): number {
    for (let step = 0; step < keys.length; step++) {
      const key = likely + step < keys.length ? likely + step : likely + step - keys.length;
      if (this.isString(keys[key]!)) return key;
    }
    return -1;
  }

  /** Whether the last string read has exactly these bytes. */
  private isString(bytes: Uint8Array): boolean {
    const { from, to } = this.string;
    if (bytes.length !== to - from) return false;
    let same = 0;
    while (same < bytes.length && bytes[same] === this.source[from + same]) same += 1;
    return same === bytes.length;
  }
}

const isEndOfLiteral = (byte: number) =>
  byte === COMMA || byte === CLOSE_BRACE || byte === CLOSE_BRACKET || byte <= SPACE;

const text = (source: Uint8Array, from: number, to: number) => decoder.decode(source.subarray(from, to));
