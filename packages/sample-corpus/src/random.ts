/**
 * A seeded stream of choices. The same seed makes the same choices on every machine and every Node.js version, because
 * it uses only 32-bit integer arithmetic (sfc32 seeded with FNV-1a of the name).
 */
export class Random {
  private readonly state: Uint32Array;

  constructor(private readonly name: string) {
    const hash = fingerprint(name);
    this.state = Uint32Array.of(hash, hash ^ 0x9e3779b9, hash ^ 0x85ebca6b, 1);
    for (let round = 0; round < 12; round++) this.next();
  }

  /** A separate stream for one part of the corpus, so that a change to one part leaves the others unchanged. */
  fork(part: string | number): Random {
    return new Random(`${this.name}/${part}`);
  }

  /** A number in [0, 1). */
  unit(): number {
    return this.next() / 0x1_0000_0000;
  }

  /** An integer from `low` to `high`, inclusive. */
  integer(low: number, high: number): number {
    return low + Math.floor(this.unit() * (high - low + 1));
  }

  /** True with probability `share`. */
  chance(share: number): boolean {
    return this.unit() < share;
  }

  pick<T>(choices: readonly T[]): T {
    const choice = choices[this.integer(0, choices.length - 1)];
    if (choice === undefined) throw new RangeError(`nothing to pick from in ${this.name}`);
    return choice;
  }

  /** Picks in proportion to the weights. */
  weighted<T>(choices: readonly (readonly [T, number])[]): T {
    let left = this.unit() * choices.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [choice, weight] of choices) {
      left -= weight;
      if (left < 0) return choice;
    }
    return this.pick(choices)[0];
  }

  /** Up to `count` distinct choices, in random order. */
  several<T>(choices: readonly T[], count: number): T[] {
    const left = [...choices];
    const taken: T[] = [];
    while (taken.length < count && left.length > 0) {
      taken.push(...left.splice(this.integer(0, left.length - 1), 1));
    }
    return taken;
  }

  private next(): number {
    const state = this.state;
    const [a = 0, b = 0, c = 0, counter = 0] = state;
    const result = (a + b + counter) >>> 0;
    state[3] = counter + 1;
    state[0] = b ^ (b >>> 9);
    state[1] = c + (c << 3);
    state[2] = ((c << 21) | (c >>> 11)) + result;
    return result;
  }
}

function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return hash >>> 0;
}
