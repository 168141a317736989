import { useMemo } from 'react'
import type { Named, NamedNoun } from '../../../../server/portal-api/names/name-index.ts'
import type { Telling } from '../../../../server/sentence/telling.ts'
import { useAsking } from '../../../ask/queries.ts'
import { useBrand } from '../../../shell/brand-context.ts'
import { useSpoken } from '../../../texts/texts.ts'
import { isEntry } from './model/plain.ts'

export type { Named, NamedNoun }

/** What the brand and the draft call things. */
export interface Names {
  readonly nameOf: (noun: string, id: string) => string | undefined
  /** Those that are known here; of products and the like there are more, which the server finds. */
  readonly listOf: (noun: NamedNoun) => readonly Named[]
  readonly isAll: (noun: NamedNoun) => boolean
}

/** The server sends so many of each kind at once. */
const sentMax = 200

/** Names of the brand, with those that the draft itself brings, and those of the products that the entry names. */
export function useNames(ofDraft: Readonly<Partial<Record<NamedNoun, readonly Named[]>>>, value: unknown): Names {
  const { data } = useAsking('brandNames', {})
  const skus = useMemo(() => skusIn(value).slice(0, 500), [value])
  const products = useAsking('findNames', { noun: 'product', ids: skus, count: 500 }, { enabled: skus.length > 0 })
  return useMemo(() => {
    const sent = new Map((data?.kinds ?? []).map(({ noun, names }) => [noun as NamedNoun, names]))
    const listOf = (noun: NamedNoun): readonly Named[] => {
      const more = noun === 'product' ? (products.data?.names ?? []) : []
      const all = [...(sent.get(noun) ?? []), ...more, ...(ofDraft[noun] ?? [])]
      return [...new Map(all.map((one) => [one.id, one])).values()]
    }
    const byNoun = new Map<string, ReadonlyMap<string, string>>()
    const namesFor = (noun: NamedNoun) => {
      const known = byNoun.get(noun) ?? new Map(listOf(noun).map(({ id, name }) => [id, name]))
      byNoun.set(noun, known)
      return known
    }
    return {
      listOf,
      isAll: (noun) => (sent.get(noun)?.length ?? 0) < sentMax,
      nameOf: (noun, id) => (isNoun(noun) ? namesFor(noun).get(id) : undefined),
    }
  }, [data, products.data, ofDraft])
}

const nouns: ReadonlySet<string> = new Set<NamedNoun>([
  ...(['product', 'category', 'parent', 'location', 'group', 'terminal', 'employee', 'program', 'cardSet'] as const),
  ...(['tierLevel', 'valueType', 'subtrack', 'couponSet', 'codeSet', 'segment', 'template'] as const),
  ...(['demographicField', 'eventType', 'list', 'campaign', 'rule'] as const),
])
const isNoun = (noun: string): noun is NamedNoun => nouns.has(noun)

/** How sentences are told here: in the language of the portal, with the names of the brand. */
export function useTelling(names: Names): Telling {
  const { currency } = useBrand()
  const { language } = useSpoken()
  return useMemo(() => ({ language, currency, nameOf: names.nameOf }), [language, currency, names])
}

/** Every product that an entry names. */
function skusIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(skusIn)
  if (!isEntry(value)) return []
  const own = [value.sku, value.skus, value.qualifyingSkus].flat().filter((one) => typeof one === 'string')
  return [...new Set([...own, ...Object.values(value).flatMap(skusIn)])]
}
