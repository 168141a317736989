import { currencyScale } from '../../ground/kernel/currency.ts'
import { parseDecimal } from '../../ground/kernel/money.ts'
import type { BrandFile } from './document.ts'
import { type BrandFault, type FileFault, faultOf } from './faults/fault.ts'
import { faultsMax } from './reading/place.ts'
import { type RulesInFile, scalesOf } from './result-checks.ts'
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
  const scales = scalesOf(file, Math.max)
  const locations = new Map(file.locations.map(({ id, currency = file.brand.currency }) => [currency, id]))
  const found = Iterator.from(budgetsOf(file)).flatMap(({ path, budget }) =>
    [...currencyFaults(budget, file, locations), ...decimalFaults(budget, file, scales)].map((fault) => ({
      path: `${path}.budget.amount`,
      ...fault,
    })),
  )
  return [...found.take(faultsMax)]
}

/** A budget of something that none of its rules gives is never charged. */
export function findIdleBudgets(file: Pick<BrandFile, 'campaigns'>): FileFault[] {
  return budgetsOf(file).flatMap(({ path, budget, results }) => {
    const { of } = budget
    const isGiven = results.some((result) => {
      if (of === 'discount')
        return 'discount' in result || ('addProduct' in result && result.addProduct.regularPrice !== undefined)
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

/** By the currencies of locations, each with one that has it. */
function currencyFaults(
  { amount, of }: Budget,
  { brand }: BudgetsInFile,
  locations: ReadonlyMap<string, string>,
): BrandFault[] {
  if (of !== 'discount') return []
  const known = new Set(
    typeof amount === 'object' ? Object.keys(amount) : [brand.currency, ...Object.keys(brand.exchangeRates)],
  )
  const isByCurrency = typeof amount === 'object'
  return [...locations].flatMap(([currency, location]) =>
    known.has(currency) ? [] : [faultOf('currencyUncovered', { currency, location, isByCurrency })],
  )
}

function decimalFaults(
  { amount, of }: Budget,
  { brand }: BudgetsInFile,
  scales: ReadonlyMap<string, number>,
): BrandFault[] {
  const parts: readonly (readonly [string, number, number])[] =
    typeof amount === 'object'
      ? Object.entries(amount).map(([currency, own]) => [currency, own, currencyScale(currency)])
      : of === 'discount'
        ? [[brand.currency, amount, currencyScale(brand.currency)]]
        : [[valueTypeName(of), amount, scales.get(valueTypeName(of)) ?? 0]]
  return parts.flatMap(([name, own, scale]) => {
    const decimals = parseDecimal(String(own))?.scale ?? 0
    return decimals > scale ? [faultOf('tooManyDecimals', { decimals, name, scale, isCut: false })] : []
  })
}
