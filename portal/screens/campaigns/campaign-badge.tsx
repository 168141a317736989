import { useBrand } from '../../ask/brand-context.ts'
import { type Mood, StatusBadge } from '../../parts/status-badge.tsx'
import { useTexts } from '../../texts/texts.ts'
import type { ShownState } from './campaign-search.ts'
import { firstDayOf, lastDayOf } from './dates.ts'

const moods: Readonly<Record<ShownState, Mood>> = {
  running: 'good',
  paused: 'attention',
  begins: 'waiting',
  off: 'neutral',
  ended: 'neutral',
}

interface CampaignBadgeProps {
  readonly campaign: { readonly state: ShownState; readonly from?: string; readonly until?: string }
}

/** How a campaign stands, with the day on which it begins or ended. */
export function CampaignBadge({ campaign: { state, from, until } }: CampaignBadgeProps) {
  const { campaigns } = useTexts()
  const brand = useBrand()
  const dated =
    state === 'begins' && from !== undefined
      ? campaigns.beginsOn(firstDayOf(from, brand))
      : state === 'ended' && until !== undefined
        ? campaigns.endedOn(lastDayOf(until, brand))
        : campaigns.states[state]
  return <StatusBadge mood={moods[state]} text={dated} />
}
