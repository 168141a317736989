import { useDebouncedValue } from '@mantine/hooks'
import { useMemo } from 'react'
import { useAsking } from '../../../../ask/queries.ts'
import { type TriedPurchase, toRequest } from '../../purchase/tried.ts'
import { type DraftText, sentEntry } from '../draft/draft.ts'

/** What the purchase would cost and give, a moment after the last change. Of several answers on their way the last one counts. */
export function useSimulated(tried: TriedPurchase, entries: readonly DraftText[], isEnabled: boolean) {
  const request = useMemo(() => ({ ...toRequest(tried), entries: entries.map(sentEntry) }), [tried, entries])
  const [settled] = useDebouncedValue(request, 300)
  return useAsking('tryOut', settled, { enabled: isEnabled && tried.lines.some(({ quantity }) => quantity > 0) })
}
