import { currencyScale } from '../../ground/kernel/currency.ts'
import { parseDecimal } from '../../ground/kernel/money.ts'
import type { BrandFile } from './document.ts'
import type { FileFault } from './reading/place.ts'
import type { RulesInFile } from './result-checks.ts'
import type { Budget } from './rules/budget.ts'
import type { ResultInFile } from './rules/results.ts'
import { valueTypeName } from './shapes/program-shape.ts'

/** What these checks look at: of a file, or of some campaigns of it. */
export interface BudgetsInFile extends RulesInFile, Pick<BrandFile, 'brand'> {
  readonly locations: readonly Pick<BrandFile['locations'][number], 'id' | 'currency'>[]
}

interface PlacedBudget {
  readonly path: string
  readonly budget: Budget
  /** All that its rules give. */
  readonly results: readonly ResultInFile[]
}

/** Budgets of discounts that a location's currency has no part in, and amounts that cannot be counted exactly. */
export function findUncountableBudgets(file: BudgetsInFile): FileFault[] {
  return budgetsOf(file).flatMap(({ path, budget }) => [
    ...currencyFaults(budget, file).map((message) => ({ path: `${path}.budget.amount`, message })),
    ...decimalFaults(budget, file).map((message) => ({ path: `${path}.budget.amount`, message })),
  ])
}

/** A budget of something that none of its rules gives is never charged. */
export function findIdleBudgets(file: Pick<BrandFile, 'campaigns'>): FileFault[] {
  return budgetsOf(file).flatMap(({ path, budget, results }) => {
    const { of } = budget
    const isGiven = results.some((result) => {
      if (of === 'discount') return 'discount' in result
      const given = 'convert' in result ? result.convert.to : 'issue' in result ? result.issue : undefined
      return given && valueTypeName(given) === valueTypeName(of)
    })
    if (isGiven) return []
    const what = of === 'discount' ? 'a discount' : valueTypeName(of)
    return [{ path: `${path}.budget.of`, message: `no result gives ${what}, so that this budget is never spent` }]
  })
}

function budgetsOf({ campaigns }: Pick<BrandFile, 'campaigns'>): PlacedBudget[] {
  return campaigns.flatMap(({ id, budget, rules }) => [
    ...(budget ? [{ path: `campaigns[${id}]`, budget, results: rules.flatMap(({ then: given }) => given) }] : []),
    ...rules.flatMap((rule) =>
      rule.budget ? [{ path: `campaigns[${id}].rules[${rule.id}]`, budget: rule.budget, results: rule.then }] : [],
    ),
  ])
}

function currencyFaults({ amount, of }: Budget, { brand, locations }: BudgetsInFile): string[] {
  if (of !== 'discount') return []
  const known = new Set(
    typeof amount === 'object' ? Object.keys(amount) : [brand.currency, ...Object.keys(brand.exchangeRates)],
  )
  const missing = locations.filter(({ currency = brand.currency }) => !known.has(currency))
  const named = new Map(missing.map(({ id, currency = brand.currency }) => [currency, id]))
  const remedy =
    typeof amount === 'object' ? 'add its amount' : 'add a rate to brand.exchangeRates, or amounts by currency'
  return [...named].map(([currency, id]) => `has nothing in ${currency}, the currency of location ${id}: ${remedy}`)
}

function decimalFaults({ amount, of }: Budget, { brand, programs }: BudgetsInFile): string[] {
  const scales = programs
    .flatMap(({ valueTypes }) => valueTypes)
    .filter(
      ({ balanceType, balanceCode }) =>
        of !== 'discount' && valueTypeName({ balanceType, balanceCode }) === valueTypeName(of),
    )
    .map(({ scale }) => scale)
  const parts: readonly (readonly [string, number, number])[] =
    typeof amount === 'object'
      ? Object.entries(amount).map(([currency, own]) => [currency, own, currencyScale(currency)])
      : of === 'discount'
        ? [[brand.currency, amount, currencyScale(brand.currency)]]
        : [[valueTypeName(of), amount, Math.max(0, ...scales)]]
  return parts.flatMap(([name, own, scale]) => {
    const decimals = parseDecimal(String(own))?.scale ?? 0
    return decimals > scale ? [`has ${decimals} decimals, and ${name} has ${scale}`] : []
  })
}
