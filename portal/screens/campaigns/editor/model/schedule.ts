import { recurrencePartsOf } from '../../../../../server/domain/brand/rules/recurrence.ts'

/** A recurrence that a form can show. Others are shown as the rule that they are. */
export type Schedule =
  | { readonly kind: 'daily' }
  | { readonly kind: 'weekly'; readonly days: readonly string[] }
  | { readonly kind: 'monthly'; readonly day: number }
  | { readonly kind: 'rule'; readonly rule: string }

export const scheduleDays = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const

export function readSchedule(rule: string): Schedule {
  const parts = recurrencePartsOf(rule)
  const keys = [...parts.keys()].toSorted().join(' ')
  const days = parts.get('BYDAY')?.split(',') ?? []
  const day = Number(parts.get('BYMONTHDAY') || undefined)
  const isPlain = days.every((one) => scheduleDays.some((known) => known === one))
  if (keys === 'FREQ' && parts.get('FREQ') === 'DAILY') return { kind: 'daily' }
  if (keys === 'BYDAY FREQ' && parts.get('FREQ') === 'WEEKLY' && isPlain) return { kind: 'weekly', days }
  if (keys === 'BYMONTHDAY FREQ' && parts.get('FREQ') === 'MONTHLY' && Number.isInteger(day))
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
      return `FREQ=MONTHLY;BYMONTHDAY=${schedule.day}`
    case 'rule':
      return schedule.rule
  }
}
