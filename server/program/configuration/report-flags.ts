import { defined } from '../../ground/kernel/defined.ts'
import type { SettingValues } from './setting-values.ts'

/** What `report` is told, as it was written. */
export type ReportFlags = Readonly<
  Partial<Record<'from' | 'to' | 'by' | 'per' | 'every' | 'location' | 'format', string>>
> & { readonly days?: number }

export const readDays = (values: SettingValues) => ({ from: values.flagText('from'), to: values.flagText('to') })

export function readReportFlags(values: SettingValues): ReportFlags {
  return defined({
    ...readDays(values),
    by: values.text('by'),
    per: values.text('per'),
    every: values.text('every'),
    days: values.optionalWhole('days', 1, 36_500),
    location: values.text('location'),
    format: values.text('format'),
  })
}
