import type { ImportSums } from './import-run.sql.ts'
import type { NamedAmount } from './kind.ts'

/** Adds up amounts by the name of their value, without loss. */
export class SumsByName {
  private readonly sums: Map<string, bigint>

  constructor(before: ImportSums = {}) {
    this.sums = new Map(Object.entries(before).map(([name, units]) => [name, BigInt(units)]))
  }

  add({ name, units }: NamedAmount): void {
    this.sums.set(name, (this.sums.get(name) ?? 0n) + units)
  }

  texts(): ImportSums {
    return Object.fromEntries([...this.sums].map(([name, units]) => [name, String(units)]))
  }
}
