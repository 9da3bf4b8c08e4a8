/**
 * An object that records which of its members a validator reads. The schemas accept unknown members, as Kubernetes
 * itself does for older clients; but their validators are code that reads each known member by name, so unread members
 * are unknown. If a validator lists all members (maps) or reads none (any object is valid), all are known.
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
