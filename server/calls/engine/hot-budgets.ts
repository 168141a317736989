import type { BrandId } from '../../ground/kernel/ids.ts'
import type { CounterName } from '../../storage/store/batch/budget.sql.ts'

/** The budgets that the next batch of a brand is going to need, most likely. */
export interface BudgetHints {
  /** Those of which the lane's own stripe has enough for another batch: it is locked with everything else. */
  readonly own: readonly CounterName[]
  /** Those that are spent: it is looked up with everything else whether they still are. */
  readonly spent: readonly CounterName[]
}

/** More than one batch can use; what is left out costs another round trip. */
const namesMax = 32
/** After so many batches that asked for none of them they are forgotten. */
const idleMax = 16
const brandsMax = 1000

/** What the last batches of a lane took of budgets. Only hints: what has changed since is found out under the locks. */
export class HotBudgets {
  private readonly byBrand = new Map<BrandId, { readonly hints: BudgetHints; idle: number }>()

  of(brand: BrandId): BudgetHints {
    return this.byBrand.get(brand)?.hints ?? none
  }

  note(brand: BrandId, { own, spent }: BudgetHints): void {
    const known = this.byBrand.get(brand)
    if (own.length + spent.length > 0) {
      this.byBrand.delete(brand)
      this.byBrand.set(brand, { hints: { own: own.slice(0, namesMax), spent: spent.slice(0, namesMax) }, idle: 0 })
      const [oldest] = this.byBrand.keys()
      if (this.byBrand.size > brandsMax && oldest !== undefined) this.byBrand.delete(oldest)
    } else if (known) {
      known.idle += 1
      if (known.idle > idleMax) this.byBrand.delete(brand)
    }
  }
}

export const none: BudgetHints = { own: [], spent: [] }
