import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useAsking } from '../../../../ask/queries.ts'
import type { DraftText } from '../draft/draft.ts'
import { useEditing } from '../editing.ts'
import { type Basket, simulationOf } from './basket.ts'

/** What the basket would cost and give, a moment after the last change. Of several answers on their way the last one counts. */
export function useSimulated(basket: Basket, entries: readonly DraftText[], isEnabled: boolean) {
  const { names } = useEditing()
  const [first] = names.listOf('location')
  const request = useMemo(
    () => simulationOf({ ...basket, ...(basket.location === undefined && first && { location: first.id }) }, entries),
    [basket, entries, first],
  )
  const [settled] = useDebouncedValue(request, 300)
  return useAsking('tryOut', settled, { enabled: isEnabled && basket.lines.length > 0 && first !== undefined })
}
