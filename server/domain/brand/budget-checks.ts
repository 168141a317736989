import { currencyScale } from '../../ground/kernel/currency.ts'
import { parseDecimal } from '../../ground/kernel/money.ts'
import type { BrandFile } from './document.ts'
import { type BrandFault, type FileFault, faultOf } from './faults/fault.ts'
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
    ...currencyFaults(budget, file).map((fault) => ({ path: `${path}.budget.amount`, ...fault })),
    ...decimalFaults(budget, file).map((fault) => ({ path: `${path}.budget.amount`, ...fault })),
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
    const name = of === 'discount' ? undefined : valueTypeName(of)
    return [{ path: `${path}.budget.of`, ...faultOf('budgetIdle', { name }) }]
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

function currencyFaults({ amount, of }: Budget, { brand, locations }: BudgetsInFile): BrandFault[] {
  if (of !== 'discount') return []
  const known = new Set(
    typeof amount === 'object' ? Object.keys(amount) : [brand.currency, ...Object.keys(brand.exchangeRates)],
  )
  const missing = locations.filter(({ currency = brand.currency }) => !known.has(currency))
  const named = new Map(missing.map(({ id, currency = brand.currency }) => [currency, id]))
  const isByCurrency = typeof amount === 'object'
  return [...named].map(([currency, location]) => faultOf('currencyUncovered', { currency, location, isByCurrency }))
}

function decimalFaults({ amount, of }: Budget, { brand, programs }: BudgetsInFile): BrandFault[] {
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
    return decimals > scale ? [faultOf('tooManyDecimals', { decimals, name, scale, isCut: false })] : []
  })
}
