/** Things by their name as a batch works on them: as they were loaded, as they became, and which were changed. */
export class WorkingSet<T> {
  private readonly originals: ReadonlyMap<string, T>
  private readonly current: Map<string, T>
  private readonly touched = new Set<string>()
  /** The names under which things were loaded that have another one by now. */
  private readonly formerNames = new Map<string, string>()

  constructor(loaded: ReadonlyMap<string, T>) {
    this.originals = loaded
    this.current = new Map(loaded)
  }

  get(name: string): T | undefined {
    return this.current.get(name)
  }

  put(name: string, value: T): void {
    this.current.set(name, value)
    this.touched.add(name)
  }

  rename(from: string, to: string): void {
    const value = this.current.get(from)
    if (value === undefined) return
    this.current.delete(from)
    this.current.set(to, value)
    if (this.touched.delete(from)) this.touched.add(to)
    this.formerNames.set(to, this.formerNames.get(from) ?? from)
    this.formerNames.delete(from)
  }

  values(): Iterable<T> {
    return this.current.values()
  }

  /** What was made has no `before`. */
  changes(): { readonly before?: T; readonly after: T }[] {
    return [...this.touched].flatMap((name) => {
      const after = this.current.get(name)
      const before = this.originals.get(this.formerNames.get(name) ?? name)
      return after === undefined ? [] : [{ after, ...(before !== undefined && { before }) }]
    })
  }
}
