import { Alert, NativeSelect, Text } from '@mantine/core'
import { useState } from 'react'
import { showDone } from '../../../parts/done-message.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords } from '../amounts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { ChangeForm } from './change-form.tsx'

const statuses = ['Lost', 'Stolen', 'Suspended', 'Closed'] as const

/** Nothing brings back what is on a closed card. */
function Closing({ card }: Pick<TillDialog, 'card'>) {
  const { till: texts } = useTexts()
  const words = useAmountWords()
  const left = card.balances.map(words).join(' · ')
  return <Alert color="red">{left === '' ? texts.closedEmpty : texts.closedWhat(left)}</Alert>
}

/** Blocks a card. Its balances stay. */
export function StatusDialog({ card, location, requestId, onClose }: TillDialog) {
  const { till: texts, cards } = useTexts()
  const [newStatus, setStatus] = useState<(typeof statuses)[number]>('Lost')
  return (
    <ChangeForm
      operation="updateBalance"
      request={{
        cardNumber: card.cardNumber,
        action: 'adjustOnly',
        isAccountingAdjustment: true,
        adjustStatus: { newStatus },
      }}
      location={location}
      requestId={requestId}
      action={texts.actions.status}
      isDestructive
      onDone={() => {
        showDone(texts.done.status)
        onClose()
      }}
      onClose={onClose}
    >
      {newStatus === 'Closed' ? <Closing card={card} /> : <Text>{texts.statusWhat}</Text>}
      <NativeSelect
        label={texts.newStatus}
        value={newStatus}
        onChange={({ currentTarget }) => setStatus(currentTarget.value as (typeof statuses)[number])}
        data={statuses.map((value) => ({ value, label: cards.statuses[value] }))}
      />
    </ChangeForm>
  )
}
