import type { CardStatus } from '../../../server/ground/kernel/card-status.ts'
import { type Mood, StatusBadge } from '../../parts/status-badge.tsx'
import { useTexts } from '../../texts/texts.ts'

const moods: Readonly<Record<CardStatus, Mood>> = {
  Activated: 'good',
  Demo: 'good',
  Inventory: 'neutral',
  Distributed: 'neutral',
  Transfer: 'neutral',
  Lost: 'attention',
  Suspended: 'attention',
  Stolen: 'bad',
  Closed: 'bad',
  Expired: 'attention',
}

export function CardStatusBadge({ status }: { readonly status: CardStatus }) {
  const { cards } = useTexts()
  return <StatusBadge mood={moods[status]} text={cards.statuses[status]} />
}
