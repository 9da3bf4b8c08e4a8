import { sharedUint32, Uint32List } from './shared-arrays';

/** Concatenated lists of numbers: list n runs from the end of the previous one to `ends[n]`. */
export interface GatheredLists {
  ends: Uint32Array;
  items: Uint32Array;
}

/** Collects lists of numbers. */
export class Lists {
  private readonly ends = new Uint32List();
  private readonly items = new Uint32List();

  add(list: Uint32Array): void {
    this.items.append(list, list.length);
    this.ends.push(this.items.length);
  }

  /** @param list copied, so it may change afterwards. */
  addList(list: Uint32List): void {
    this.items.appendList(list);
    this.ends.push(this.items.length);
  }

  /** Adds another builder's lists. @param numberOf maps its numbers to ours. */
  addAll({ ends, items }: GatheredLists, numberOf: Uint32Array): void {
    const before = this.items.length;
    for (let index = 0; index < items.length; index++) this.items.push(numberOf[items[index]!]!);
    for (let list = 0; list < ends.length; list++) this.ends.push(before + ends[list]!);
  }

  gathered(): GatheredLists {
    return { ends: this.ends.view(), items: this.items.view() };
  }

  /** The lists, reordered. */
  inOrder(order: Uint32Array): { starts: Uint32Array; terms: Uint32Array } {
    const [ends, items] = [this.ends.view(), this.items.view()];
    const starts = sharedUint32(order.length + 1);
    const terms = sharedUint32(items.length);
    let length = 0;
    for (let place = 0; place < order.length; place++) {
      const index = order[place]!;
      const end = ends[index]!;
      for (let item = index === 0 ? 0 : ends[index - 1]!; item < end; item++) terms[length++] = items[item]!;
      starts[place + 1] = length;
    }
    return { starts, terms };
  }
}
