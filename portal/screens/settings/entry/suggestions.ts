import { useMemo } from 'react'
import { useAsking } from '../../../ask/queries.ts'
import { isRecord } from '../../../parts/schema-form/field.ts'
import type { Suggestions } from '../../../parts/schema-form/form-context.ts'
import type { SettingsSection } from '../sections.ts'

/** What the values of a section's keys refer to, by section and key. */
const references: Readonly<Record<string, { readonly section: SettingsSection; readonly isClosed: boolean }>> = {
  'locations.group': { section: 'groups', isClosed: true },
  'products.parent': { section: 'products', isClosed: false },
  'products.categories': { section: 'products', isClosed: false },
  'passes.giftCardSets': { section: 'programs', isClosed: true },
  'passes.balances': { section: 'programs', isClosed: false },
}

const zones = () => Intl.supportedValuesOf('timeZone')
const currencies = () => Intl.supportedValuesOf('currency')

const common: Readonly<Record<string, () => readonly string[]>> = {
  timeZone: zones,
  'settings.interfaceTimeZone': zones,
  currency: currencies,
  type: () => ['loyalty', 'gift', 'storeCredit', 'prepaid'],
}

/** The texts that a key may have, for the form of a section. */
export function useSuggestions(section: SettingsSection): (path: string) => Suggestions | undefined {
  const wanted = Object.entries(references).find(([path]) => path.startsWith(`${section}.`))?.[1]
  const request = { section: wanted?.section ?? 'groups', count: 500 } as const
  const { data } = useAsking('listEntries', request, { enabled: wanted !== undefined })
  return useMemo(() => {
    const entries = data?.entries ?? []
    return (path) => {
      const reference = references[`${section}.${path}`]
      if (reference) return { values: valuesOf(path, entries), isClosed: reference.isClosed }
      const values = common[path]?.()
      return values && { values: values.map((value) => ({ value, label: value })), isClosed: false }
    }
  }, [section, data])
}

function valuesOf(path: string, entries: readonly unknown[]): Suggestions['values'] {
  const records = entries.filter(isRecord)
  if (path === 'categories') return asValues(records.flatMap(({ categories }) => categories))
  if (path === 'parent') return asValues(records.flatMap(({ sku, parent }) => [sku, parent]))
  if (path === 'giftCardSets') return asNamed(records.flatMap(({ cardSets }) => cardSets))
  if (path === 'balances') return asValues(recordsIn(records.map(({ valueTypes }) => valueTypes)).map(balanceName))
  return asNamed(records)
}

const recordsIn = (lists: readonly unknown[]) => lists.flat().filter(isRecord)

const balanceName = ({ balanceCode, balanceType }: Readonly<Record<string, unknown>>) => balanceCode ?? balanceType

const asNamed = (records: readonly unknown[]) =>
  records
    .filter(isRecord)
    .flatMap(({ id, name }) =>
      typeof id === 'string' ? [{ value: id, label: typeof name === 'string' ? `${name} (${id})` : id }] : [],
    )

const asValues = (texts: readonly unknown[]) =>
  [...new Set(texts.filter((text) => typeof text === 'string'))].map((value) => ({ value, label: value }))
