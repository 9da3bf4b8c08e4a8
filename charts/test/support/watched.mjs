/**
 * An object that notes which of its members a validator looks at. The schemas let unknown members pass, as Kubernetes itself
 * does for older clients; but their validators are code that reads each member it knows by its name, so what is never
 * read is unknown. Where all members are listed (maps), or not one is read (any object is fine there), all are known.
 */
export class Watched {
  #target;
  #path;
  #read = new Set();
  #isListed = false;
  #children = new Map();

  constructor(target, path = '') {
    this.#target = target;
    this.#path = path;
    this.proxy = new Proxy(target, {
      get: (_, key) => this.#member(key),
      has: (_, key) => key in target,
      ownKeys: () => {
        this.#isListed = true;
        return Reflect.ownKeys(target);
      },
    });
  }

  #member(key) {
    const value = this.#target[key];
    if (typeof key === 'symbol') return value;
    this.#read.add(key);
    if (typeof value !== 'object' || value === null) return value;
    if (!this.#children.has(key)) this.#children.set(key, new Watched(value, `${this.#path}/${key}`));
    return this.#children.get(key).proxy;
  }

  neverLookedAt() {
    const isFree = this.#isListed || this.#read.size === 0 || Array.isArray(this.#target);
    const own = isFree ? [] : Object.keys(this.#target).filter((key) => !this.#read.has(key));
    return [
      ...own.map((key) => `${this.#path}/${key}`),
      ...[...this.#children.values()].flatMap((child) => child.neverLookedAt()),
    ];
  }
}
