export interface FiredRule {
  /** campaignId/ruleId */
  readonly id: string
  readonly exclusive?: string
}

/** The rules that fired so far in a call. Every rule asks for itself and its rivals, so both are found by name. */
export class FiredRules {
  private readonly ids = new Set<string>()
  private firstByGroup: Map<string, string> | undefined
  /** By each earlier time that the rules ran in the same call, which limits count and nothing else asks about. */
  private readonly earlier: readonly string[]

  constructor(rules: Iterable<FiredRule> = [], earlier: readonly string[] = []) {
    for (const rule of rules) this.add(rule)
    this.earlier = earlier
  }

  /** The same, to go on from without changing these. */
  fork(): FiredRules {
    const copy = new FiredRules([], this.earlier)
    for (const id of this.ids) copy.ids.add(id)
    if (this.firstByGroup) copy.firstByGroup = new Map(this.firstByGroup)
    return copy
  }

  /** How often a rule fired in the call so far. */
  timesOf(id: string): number {
    const now = this.ids.has(id) ? 1 : 0
    return this.earlier.length === 0 ? now : now + this.earlier.filter((one) => one === id).length
  }

  get count(): number {
    return this.ids.size
  }

  has(id: string): boolean {
    return this.ids.has(id)
  }

  /** The rule of an exclusive group that fired first. */
  firstOf(group: string): string | undefined {
    return this.firstByGroup?.get(group)
  }

  add({ id, exclusive }: FiredRule): void {
    this.ids.add(id)
    if (exclusive === undefined) return
    this.firstByGroup ??= new Map()
    if (!this.firstByGroup.has(exclusive)) this.firstByGroup.set(exclusive, id)
  }

  /** For the rule that fired last, if it turns out to give nothing. */
  takeBack({ id, exclusive }: FiredRule): void {
    this.ids.delete(id)
    if (exclusive !== undefined && this.firstOf(exclusive) === id) this.firstByGroup?.delete(exclusive)
  }
}
