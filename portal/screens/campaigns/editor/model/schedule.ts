import { recurrencePartsOf } from '../../../../../server/domain/brand/rules/recurrence.ts'

/** A recurrence that a form can show. Others are shown as the rule that they are. */
export type Schedule =
  | { readonly kind: 'daily' }
  | { readonly kind: 'weekly'; readonly days: readonly string[] }
  /** A text is what was typed and is no day: it stays in the rule, where the server refuses it. */
  | { readonly kind: 'monthly'; readonly day: number | string }
  | { readonly kind: 'rule'; readonly rule: string }

export const scheduleDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export function readSchedule(rule: string): Schedule {
  const parts = recurrencePartsOf(rule)
  const keys = [...parts.keys()].toSorted().join(' ')
  const days = parts.get('BYDAY')?.split(',') ?? []
  const dayText = parts.get('BYMONTHDAY') ?? ''
  const day = dayText.endsWith(' ?') ? dayText : Number(dayText || undefined)
  const isPlain = days.every((one) => scheduleDays.some((known) => known === one))
  if (keys === 'FREQ' && parts.get('FREQ') === 'DAILY') return { kind: 'daily' }
  if (keys === 'BYDAY FREQ' && parts.get('FREQ') === 'WEEKLY' && isPlain) return { kind: 'weekly', days }
  if (
    keys === 'BYMONTHDAY FREQ' &&
    parts.get('FREQ') === 'MONTHLY' &&
    (typeof day === 'string' || Number.isInteger(day))
  )
    return { kind: 'monthly', day }
  return { kind: 'rule', rule }
}

export function writeSchedule(schedule: Schedule): string {
  switch (schedule.kind) {
    case 'daily':
      return 'FREQ=DAILY'
    case 'weekly':
      return `FREQ=WEEKLY;BYDAY=${scheduleDays.filter((day) => schedule.days.includes(day)).join(',') || 'MO'}`
    case 'monthly':
      // These two would begin another part of the rule.
      return `FREQ=MONTHLY;BYMONTHDAY=${String(schedule.day).replace(/[;=]/g, ',')}`
    case 'rule':
      return schedule.rule
  }
}
