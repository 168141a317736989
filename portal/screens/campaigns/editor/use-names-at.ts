import { useCallback } from 'react'
import { facts } from '../../../../server/domain/brand/facts/all.ts'
import type { Fact } from '../../../../server/domain/brand/facts/fact.ts'
import { ask } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import type { NamesAt } from '../../../parts/yaml/completion.ts'
import type { NamedNoun } from './names.ts'

const nouns: Readonly<Record<string, NamedNoun>> = {
  sku: 'product',
  skus: 'product',
  category: 'category',
  parent: 'parent',
  set: 'couponSet',
  template: 'template',
  program: 'program',
  categoryId: 'eventType',
  list: 'list',
  rule: 'rule',
  subtrack: 'subtrack',
  level: 'tierLevel',
}

/** Names of the brand for what is typed as text: by the key, or by the fact that stands beside it. */
export function useNamesAt(): NamesAt {
  const { id } = useBrand()
  return useCallback<NamesAt>(
    async ({ path, typed, beside }) => {
      const noun = nounAt(path, beside)
      if (!noun) return []
      const { names } = await ask('findNames', { noun, text: typed, count: 50 }, id)
      return names.map((one) => ({ label: one.id, ...(one.name !== one.id && { about: one.name }) }))
    },
    [id],
  )
}

function nounAt(path: readonly (string | number)[], beside: Readonly<Record<string, string>>): NamedNoun | undefined {
  const key = path.findLast((step) => typeof step === 'string')
  if (key === 'value') {
    const fact: Fact | undefined = Object.hasOwn(facts, beside.fact ?? '') ? facts[beside.fact ?? ''] : undefined
    return fact?.names as NamedNoun | undefined
  }
  if (key === 'id' && path.at(-2) === 'segment') return 'segment'
  return typeof key === 'string' ? nouns[key] : undefined
}
