import { isEntry, listOf } from '../model/plain.ts'

/** What the rules ask for, so that a sample shows something. */
export interface SampleWishes {
  /** Words that products are found by. */
  readonly words: readonly string[]
  readonly units: number
  readonly level?: string
  readonly segments: readonly string[]
  /** What has to be bought for. */
  readonly total: number
  /** Whether something is sent. */
  readonly isShipped: boolean
  /** Days on which something happens. */
  readonly days: readonly string[]
}

export function wishesOf(campaign: unknown): SampleWishes {
  const rules = (isEntry(campaign) ? listOf(campaign.rules) : []).filter(isEntry)
  const conditions = [
    ...listOf(isEntry(campaign) ? campaign.when : []),
    ...rules.flatMap(({ when }) => listOf(when)),
  ].filter(isEntry)
  const asked = (fact: string) =>
    conditions
      .filter((one) => one.fact === fact && (one.op === '=' || one.op === 'in'))
      .flatMap(({ value }) => [value].flat())
      .filter((one): one is string => typeof one === 'string')
  const [level] = asked('tier')
  const windows = rules.flatMap(({ window }) => (isEntry(window) ? listOf(window.days) : []))
  const discounts = rules
    .flatMap(({ then }) => listOf(then))
    .flatMap((one) => (isEntry(one) && isEntry(one.discount) ? [one.discount] : []))
  const units = discounts.map(({ buy, on }) => unitsOf(buy) + unitsOf(on))
  return {
    words: [...new Set(rules.flatMap(({ when, then }) => [...wordsIn(when), ...wordsIn(then)]))],
    units: Math.max(1, ...units),
    total: Math.max(0, ...conditions.flatMap(leastTotal)),
    isShipped: discounts.some(({ on }) => on === 'shipping'),
    ...(level !== undefined && { level }),
    segments: asked('segment').slice(0, 1),
    days: [...asked('request.dayOfWeek'), ...windows.filter((one): one is string => typeof one === 'string')],
  }
}

/** What a condition about the total asks for at least. */
function leastTotal({ fact, op, value }: Readonly<Record<string, unknown>>): readonly number[] {
  const isTotal = fact === 'checkout.netTotal' || fact === 'checkout.total'
  const number = Number(value)
  return isTotal && (op === '>=' || op === '>') && Number.isFinite(number) ? [op === '>' ? number + 1 : number] : []
}

const unitsOf = (part: unknown) => (isEntry(part) && typeof part.units === 'number' ? part.units : 0)

/** The products, categories and groups that a part of a rule names. */
function wordsIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(wordsIn)
  if (!isEntry(value)) return []
  const { except: _, ...others } = value
  const own = [value.sku, value.category, value.parent]
    .flat()
    .filter((one): one is string => typeof one === 'string' && one !== '')
  return [...own, ...Object.values(others).flatMap(wordsIn)]
}

const weekdays = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** Noon of the next of these days, as a basket has it; undefined if it can be any day. */
export function nextOf(days: readonly string[], today: Date): string | undefined {
  if (days.length === 0) return undefined
  for (let later = 0; later < 7; later += 1) {
    const day = new Date(today.getTime() + later * 86_400_000)
    if (days.includes(weekdays[day.getUTCDay()] ?? '')) return `${day.toISOString().slice(0, 10)}T12:00`
  }
  return undefined
}
