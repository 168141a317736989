export interface FiredRule {
  /** campaignId/ruleId */
  readonly id: string
  readonly exclusive?: string
}

/** The rules that fired so far in a call. Every rule asks for itself and its rivals, so both are found by name. */
export class FiredRules {
  private readonly ids = new Set<string>()
  private firstByGroup: Map<string, string> | undefined

  constructor(rules: Iterable<FiredRule> = []) {
    for (const rule of rules) this.add(rule)
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
