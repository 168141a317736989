/** What of the model's world was seen, and how often: names in groups, of which some groups know all that there could be. */
export class Coverage {
  private readonly groups = new Map<string, Map<string, number>>()

  see(group: string, names: readonly string[]): void {
    const counts = this.groups.get(group) ?? new Map<string, number>()
    this.groups.set(group, counts)
    for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  }

  times(group: string, name: string): number {
    return this.groups.get(group)?.get(name) ?? 0
  }

  /** Adds what others have seen. */
  add(other: Coverage): void {
    for (const [group, counts] of other.groups)
      for (const [name, count] of counts) this.see(group, Array<string>(count).fill(name))
  }

  /** What was seen of a group, the rarest first. */
  seen(group: string): readonly (readonly [string, number])[] {
    return [...(this.groups.get(group) ?? [])].toSorted(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
  }

  unseen(group: string, all: readonly string[]): readonly string[] {
    return all.filter((name) => this.times(group, name) === 0)
  }
}
