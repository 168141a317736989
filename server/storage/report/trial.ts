import { heldOutSide } from '../../domain/brand/rules/experiment.ts'
import { compare, customersNeeded, sampleOf } from './compare-lift.ts'
import { countSales, type SideSums, sumSides } from './lift.sql.ts'
import { ratesOf } from './rates.ts'
import type { AskedDays, ReportContext } from './report.ts'

/** So many sales are read in about a second. */
export const salesMax = 50_000

/** Whether a campaign is an experiment: some customers do not get it, or get it differently. */
export const isTrial = ({ holdout, variants }: { readonly holdout?: number; readonly variants?: object }): boolean =>
  (holdout ?? 0) > 0 || variants !== undefined

/** What the customers of each side did. Of a campaign with many sales one customer in `every` is looked at. */
export async function readSides({ db, brand, books }: ReportContext, campaign: string, { from, to }: AskedDays) {
  const every = Math.ceil((await countSales(db, books, campaign, to)) / salesMax) || 1
  const sides = await sumSides(db, books, { campaign, from, to, rates: ratesOf(brand), every })
  return { sides, every }
}

/** One side of an experiment against another, by one measure; means are per customer. */
export interface SideComparison {
  readonly side: string
  readonly against: string
  readonly measure: Measure
  readonly customers: number
  readonly customersAgainst: number
  readonly mean: number
  readonly meanAgainst: number
  readonly difference: number
  /** The interval of the true difference; absent while it says nothing. */
  readonly low?: number
  readonly high?: number
  readonly verdict: 'higher' | 'lower' | 'unclear' | 'early'
  /** While it is unclear: about how many more weeks it takes; absent if nobody would wait so long. */
  readonly weeks?: number
  /** Whether it is the only side beside a hold-out, so that all that the campaign cost was for it. */
  readonly isSoleAgainstHoldout: boolean
}

const measures = [
  ['spend', 'spend', 'spend_squared'],
  ['visits', 'visits', 'visits_squared'],
  ['margin', 'margin', 'margin_squared'],
] as const
type Measure = (typeof measures)[number][0]

/** Each side against the hold-out; without one, each variant against the first by name. */
export function compareSides(sides: readonly SideSums[], lastDay: string): SideComparison[] {
  const control = sides.find(({ side }) => side === heldOutSide) ?? sides[0]
  if (!control) return []
  const others = sides.filter((one) => one !== control)
  const isSoleAgainstHoldout = others.length === 1 && control.side === heldOutSide
  return others.flatMap((side) =>
    measures
      .filter(([measure]) => measure !== 'margin' || (side.has_cost && control.has_cost))
      .map((measure) => ({ ...compareBy(measure, side, control, lastDay), isSoleAgainstHoldout })),
  )
}

function compareBy(
  [measure, sum, squares]: (typeof measures)[number],
  side: SideSums,
  control: SideSums,
  lastDay: string,
): Omit<SideComparison, 'isSoleAgainstHoldout'> {
  const treated = sampleOf(side.customers, side[sum], side[squares])
  const other = sampleOf(control.customers, control[sum], control[squares])
  const { difference, low, high, verdict } = compare(treated, other)
  const days = daysBetween(side.since < control.since ? side.since : control.since, lastDay)
  const weeks = verdict === 'unclear' ? weeksOf(customersNeeded(treated, other), days) : undefined
  return {
    side: side.side,
    against: control.side,
    measure,
    customers: treated.customers,
    customersAgainst: other.customers,
    mean: treated.mean,
    meanAgainst: other.mean,
    difference,
    ...(verdict !== 'early' && Number.isFinite(low) && { low, high }),
    verdict,
    ...(weeks !== undefined && { weeks }),
  }
}

/** Customers come as they came so far. */
export function weeksOf(factor: number | undefined, days: number): number | undefined {
  return factor === undefined ? undefined : Math.max(1, Math.ceil(((factor - 1) * days) / 7))
}

const dayMs = 86_400_000

const daysBetween = (from: string, to: string) => Math.max(1, (Date.parse(to) - Date.parse(from)) / dayMs + 1)
