const bits = 32

/** Places in a list, one bit each. Adding a place twice makes no difference, and they come out in order. */
export class PlaceSet {
  private readonly words: Uint32Array

  constructor(size: number | Uint32Array) {
    this.words = typeof size === 'number' ? new Uint32Array(Math.ceil(size / bits)) : size
  }

  add(place: number): void {
    const word = place >>> 5
    this.words[word] = (this.words[word] ?? 0) | (1 << (place & 31))
  }

  copy(): PlaceSet {
    return new PlaceSet(this.words.slice())
  }

  /** The elements of a list at these places. */
  pick<One>(list: readonly One[]): One[] {
    const picked: One[] = []
    for (let at = 0; at < this.words.length; at += 1) {
      for (let left = this.words[at] ?? 0; left !== 0; left &= left - 1) {
        const one = list[at * bits + (31 - Math.clz32(left & -left))]
        if (one !== undefined) picked.push(one)
      }
    }
    return picked
  }
}
