import { keepPreviousData, useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { SentenceSource } from '../../../../server/domain/brand/facts/telling.ts'
import { type ApartRule, othersByName } from '../../../../server/domain/brand/rules-apart.ts'
import type { Named, NamedNoun } from '../../../../server/doors/portal-api/names/name-index.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { asking, useAsking } from '../../../ask/queries.ts'
import { useSpoken } from '../../../texts/texts.ts'
import { isEntry } from './model/plain.ts'

export type { Named, NamedNoun }

/** What the brand and the draft call things. */
export interface EditorNames {
  readonly nameOf: (noun: string, id: string) => string | undefined
  /** Those that are known here; of products and the like there are more, which the server finds. */
  readonly listOf: (noun: NamedNoun) => readonly Named[]
  readonly isAll: (noun: NamedNoun) => boolean
}

/** The server sends so many of each kind at once. */
const sentMax = 200

/** Names of the brand, with those that the draft itself brings, and those of the products that the entry names. */
export function useNames(ofDraft: Readonly<Partial<Record<NamedNoun, readonly Named[]>>>, value: unknown): EditorNames {
  const { data } = useAsking('brandNames', {})
  const sent = useMemo(() => new Map((data?.kinds ?? []).map(({ noun, names }) => [noun as NamedNoun, names])), [data])
  const found = useMentioned(sent, value)
  return useMemo(() => {
    const listOf = (noun: NamedNoun): readonly Named[] => {
      const all = [...(sent.get(noun) ?? []), ...(found[noun] ?? []), ...(ofDraft[noun] ?? [])]
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
      nameOf: (noun, id) => {
        if (noun === 'oneOfValueType') return listOf('valueType').find((one) => one.id === id)?.one
        return isNoun(noun) ? namesFor(noun).get(id) : undefined
      },
    }
  }, [sent, found, ofDraft])
}

const foundMax = 500

/** Of what there is too much of to be sent at once: those that the entry mentions. */
function useMentioned(
  sent: ReadonlyMap<NamedNoun, readonly Named[]>,
  value: unknown,
): Readonly<Partial<Record<NamedNoun, readonly Named[]>>> {
  const { id } = useBrand()
  const ids = useMemo(() => textsIn(value).slice(0, foundMax), [value])
  const many = [...sent].filter(([, names]) => names.length >= sentMax).map(([noun]) => noun)
  return useQueries({
    queries: many.map((noun) => ({
      ...asking('findNames', { noun, ids, count: foundMax }, id),
      enabled: ids.length > 0,
      placeholderData: keepPreviousData,
    })),
    // A plain object, which stays the same one as long as nothing in it changes.
    combine: (answers) => Object.fromEntries(many.map((noun, index) => [noun, answers[index]?.data?.names ?? []])),
  })
}

const nouns: ReadonlySet<string> = new Set<NamedNoun>([
  ...(['product', 'category', 'parent', 'location', 'group', 'terminal', 'employee', 'program', 'cardSet'] as const),
  ...(['tierLevel', 'valueType', 'subtrack', 'couponSet', 'codeSet', 'segment', 'template'] as const),
  ...([
    'demographicField',
    'attribute',
    'orderAttribute',
    'eventType',
    'list',
    'campaign',
    'rule',
    'promotionGroup',
  ] as const),
])
const isNoun = (noun: string): noun is NamedNoun => nouns.has(noun)

/** How sentences are told here: in the language of the portal, with the names of the brand. */
export function useTelling(names: EditorNames, apart: readonly ApartRule[]): SentenceSource {
  const { currency, hasPlaceClocks } = useBrand()
  const { language } = useSpoken()
  return useMemo(
    () => ({ language, currency, nameOf: names.nameOf, othersOf: othersByName(apart), hasPlaceClocks }),
    [language, currency, names, apart, hasPlaceClocks],
  )
}

const idMax = 200

/** Every text of an entry that may name something. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' || value.length > idMax ? [] : [value]
  if (!Array.isArray(value) && !isEntry(value)) return []
  return [...new Set(Object.values(value).flatMap(textsIn))]
}
