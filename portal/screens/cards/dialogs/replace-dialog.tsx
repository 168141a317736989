import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useBrand } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { ReasonField } from './change-form.tsx'

/** Moves everything from a lost card to another one: the one that was scanned, or any free one. */
export function ReplaceDialog({ card, setup, location, requestId, onClose }: TillDialog) {
  const { till: texts, parts } = useTexts()
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  const [newNumber, setNewNumber] = useState('')
  const [cardSetId, setSet] = useState(setup.cardSets[0]?.id ?? '')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const replacing = useReplacing({ card, location, requestId })
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() === '') return
    const which = newNumber.trim() === '' ? { cardSetId } : { cardNumber: newNumber.trim() }
    replacing.run(which, reason.trim()).then(
      (number) => {
        showDone(texts.done.replace(number))
        onClose()
        void navigate({ to: '/b/$brand/cards/$card', params: { brand, card: number } })
      },
      // What went wrong is shown below.
      () => undefined,
    )
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text>{texts.replaceWhat}</Text>
        <TextInput
          label={texts.newCard}
          description={texts.newCardHint}
          value={newNumber}
          data-autofocus
          onChange={({ currentTarget }) => setNewNumber(currentTarget.value)}
        />
        {newNumber.trim() === '' && (
          <NativeSelect
            label={texts.fromSet}
            value={cardSetId}
            onChange={({ currentTarget }) => setSet(currentTarget.value)}
            data={setup.cardSets.map(({ id, name, program }) => ({ value: id, label: `${name} · ${program}` }))}
          />
        )}
        <ReasonField value={reason} onChange={setReason} isWrong={isChecked && reason.trim() === ''} />
        {replacing.error && <ErrorPanel error={replacing.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={replacing.isPending}>
            {texts.actions.replace}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

/**
 * Three calls, each with an id of its own: pressed again after a fault, what is done is not done again. The new card is
 * given out first, so that nothing is taken from the old one before there is a place for it.
 */
function useReplacing({ card, location, requestId }: Pick<TillDialog, 'card' | 'location' | 'requestId'>) {
  const allocate = useCallToChange('allocate')
  const transfer = useCallToChange('transfer')
  const [done, setDone] = useState<{ readonly number?: string; readonly isOut?: true }>({})
  const run = async (which: { cardSetId?: string; cardNumber?: string }, note: string): Promise<string> => {
    const number =
      done.number ??
      (await allocate.mutateAsync({ request: which, location, note, requestId: `${requestId} new` })).cardNumber
    setDone({ ...done, number })
    const out = { action: 'out' as const, cardNumber: card.cardNumber, ignoreHoldBalances: true }
    if (!done.isOut) await transfer.mutateAsync({ request: out, location, note, requestId: `${requestId} out` })
    setDone({ number, isOut: true })
    const into = {
      action: 'in' as const,
      cardNumber: number,
      oldCardNumber: card.cardNumber,
      mergeMode: 'overwrite' as const,
      copyCustomCardNumber: true,
      transferCoupons: true,
      owningLocationType: 'source' as const,
    }
    await transfer.mutateAsync({ request: into, location, note, requestId: `${requestId} in` })
    return number
  }
  return { run, error: allocate.error ?? transfer.error, isPending: allocate.isPending || transfer.isPending }
}
