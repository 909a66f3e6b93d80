/** Uids in ascending order. New uids are the highest, so adding at the end is the rule and searching the exception. */
export class UidList {
  readonly #uids: number[] = [];

  get length(): number {
    return this.#uids.length;
  }

  slice(start: number, end: number): readonly number[] {
    return this.#uids.slice(start, end);
  }

  last(): number | undefined {
    return this.#uids.at(-1);
  }

  add(uid: number): void {
    if (uid > (this.#uids.at(-1) ?? 0)) this.#uids.push(uid);
    else this.#uids.splice(this.#placeOf(uid), 0, uid);
  }

  remove(uid: number): void {
    const place = this.#placeOf(uid);
    if (this.#uids[place] === uid) this.#uids.splice(place, 1);
  }

  [Symbol.iterator](): Iterator<number> {
    return this.#uids[Symbol.iterator]();
  }

  #placeOf(uid: number): number {
    let low = 0;
    let high = this.#uids.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#uids[middle] ?? 0) < uid) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
