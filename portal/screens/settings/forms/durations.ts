export const units = ['days', 'months', 'years'] as const
export const periods = ['day', 'week', 'month', 'quarter', 'year'] as const
export type DurationKind = (typeof units)[number] | `endOf ${(typeof periods)[number]}`

type Duration = Readonly<Record<string, unknown>>

/** How a duration of the file is counted. Undefined: it is none. */
export function kindOf(value: Duration): DurationKind | undefined {
  if (typeof value.endOf === 'string') return `endOf ${value.endOf as (typeof periods)[number]}`
  return units.find((unit) => value[unit] !== undefined)
}

/** How many there are of what it is counted in. */
export const countOf = (value: Duration, kind: DurationKind): unknown =>
  kind.startsWith('endOf') ? (value.plus ?? 0) : value[kind]

/** The duration as the file has it. One that stays what it was stays as it was written. */
export function durationOf(kind: DurationKind | undefined, count: number | string, before: Duration) {
  if (kind === undefined) return undefined
  if (kind === kindOf(before) && count === countOf(before, kind)) return before
  const [, period] = kind.split(' ')
  return period === undefined ? { [kind]: count } : { endOf: period, ...(count !== 0 && { plus: count }) }
}
