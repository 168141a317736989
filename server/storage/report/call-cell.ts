import type { Brand } from '../../domain/brand/brand.ts'
import { currencyScale as scaleOf } from '../../ground/kernel/currency.ts'
import { activityKinds } from './activity.ts'
import type { CallCell, FigureSource, RuleMatch } from './call-rows.sql.ts'
import { namedValues, stepKey, steps } from './campaign-results.ts'
import { sourceOf } from './cell.ts'
import type { AskedDays } from './report.ts'
import { variantBook } from './variants.ts'

/** A figure that is made of calls: in which column, and the id of its row. */
export interface AskedCallCell {
  readonly column: string
  readonly rowId: string
}

/** A figure that is made of calls, and how many digits its amounts have after the point. */
export interface OpenedCallCell {
  readonly cell: CallCell
  readonly scale: number
}

/** Which calls make up a figure; undefined if it is not made of calls. */
export function callsOfCell(brand: Brand, report: string, asked: AskedDays, { column, rowId }: AskedCallCell) {
  const ids = readRowId(rowId)
  if (!ids) return undefined
  if (report === 'activity') return activityCell(brand, asked, column, ids)
  if (report === 'coupons') return couponCell(brand, asked, column, ids)
  return report === 'campaigns' ? campaignCell(brand, asked, column, ids) : undefined
}

function readRowId(text: string): readonly string[] | undefined {
  try {
    const ids: unknown = JSON.parse(text)
    return Array.isArray(ids) && ids.length <= 3 && ids.every((one) => typeof one === 'string') ? ids : undefined
  } catch {
    return undefined
  }
}

type Ids = readonly string[]

function activityCell(
  brand: Brand,
  asked: AskedDays,
  column: string,
  [first = '', employee]: Ids,
): OpenedCallCell | undefined {
  const kind = activityKinds.find((one) => one === column)
  if (!kind) return undefined
  const place = asked.by === 'group' ? sourceOf(brand, 'group', first)?.place : { names: [first], isExcept: false }
  const source: FigureSource = {
    of: 'activity',
    kind,
    employee: asked.by === 'employee' ? (employee ?? '') : undefined,
  }
  return { cell: { ...daysOf(asked), place, source }, scale: 0 }
}

function couponCell(
  brand: Brand,
  asked: AskedDays,
  column: string,
  [set = '', code = '', group]: Ids,
): OpenedCallCell | undefined {
  const place = sourceOf(brand, asked.by, group)?.place
  const own = { of: 'coupons', set, code } as const
  const cell = (source: FigureSource, scale = 0) => ({ cell: { ...daysOf(asked), place, source }, scale })
  if (column === 'issued') return cell({ ...own, measures: ['issued'] })
  if (column === 'used') return cell({ ...own, measures: ['used', 'marked'] })
  const currency = currencyOf(column)
  return currency === undefined ? undefined : cell({ ...own, measures: ['discount'], currency }, scaleOf(currency))
}

function campaignCell(
  brand: Brand,
  asked: AskedDays,
  column: string,
  [id = '', group]: Ids,
): OpenedCallCell | undefined {
  const place = sourceOf(brand, asked.by, group)?.place
  const isRule = asked.by === 'rule'
  const isVariant = asked.by === 'variant'
  const match: RuleMatch = isRule ? { rules: [id] } : isVariant ? variantBook(brand).matchOf(id) : { campaign: id }
  const cell = (source: FigureSource, scale = 0, days: Days = daysOf(asked)) => ({
    cell: { ...days, place, source },
    scale,
  })
  if ((column === 'fired' || column === 'visits') && !isVariant)
    return cell({ of: 'firings', id: isRule ? id : `${id}/`, isVisit: column === 'visits' })
  const currency = currencyOf(column)
  if (currency !== undefined) return cell({ of: 'discounts', match, currency }, scaleOf(currency))
  for (const one of namedValues([...brand.valueTypes.values()]))
    for (const step of steps)
      if (stepKey(step, one) === column)
        return cell(
          { of: 'value', match, valueType: one.id, step },
          one.scale,
          step === 'open' ? { to: asked.to } : undefined,
        )
  return undefined
}

type Days = Pick<CallCell, 'from' | 'to'>

const daysOf = ({ from, to }: AskedDays): Days => ({ from, to })

const currencyOf = (column: string) => /^discounts([A-Z]{3})$/.exec(column)?.[1]
