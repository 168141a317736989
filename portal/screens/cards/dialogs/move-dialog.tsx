import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useAskToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useBrand } from '../../../shell/brand-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { TillDialog } from '../till-dialog.ts'
import { ReasonField } from './change-form.tsx'
import { MovePreview } from './move-preview.tsx'

interface MoveDialogProps extends TillDialog {
  /** replace: to a new card, with the customer. move: to a card that somebody has. */
  readonly kind: 'replace' | 'move'
}

/**
 * Moves everything from a card to another one. The server does all of it: whoever closes the page in between finds on
 * the card's page what is missing.
 */
export function MoveDialog({ kind, card, setup, location, requestId, onClose }: MoveDialogProps) {
  const { till: texts, parts } = useTexts()
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  const [number, setNumber] = useState('')
  const [cardSetId, setSet] = useState(setup.cardSets[0]?.id ?? '')
  const [reason, setReason] = useState('')
  const [isChecked, setChecked] = useState(false)
  const moving = useAskToChange('moveCard')
  const typed = number.trim()
  const [settled] = useDebouncedValue(typed, 300)
  const isLacking = kind === 'move' && typed === ''
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() === '' || isLacking) return
    const to = typed === '' ? { cardSetId } : { toCardNumber: typed }
    const mergeMode = kind === 'move' ? ('combine' as const) : ('overwrite' as const)
    const where = location === undefined ? {} : { locationId: location }
    const request = { cardNumber: card.cardNumber, ...to, mergeMode, ...where, reason: reason.trim(), requestId }
    // What is told when it is done is told even if the page has changed by then and this dialog is gone.
    moving.mutateAsync(request).then(
      ({ cardNumber }) => {
        showDone(texts.done.replace(cardNumber))
        onClose()
        void navigate({ to: '/b/$brand/cards/$card', params: { brand, card: cardNumber } })
      },
      // What went wrong is shown below.
      () => undefined,
    )
  }
  return (
    <form onSubmit={send} noValidate>
      <Stack>
        <Text>{kind === 'move' ? texts.moveWhat : texts.replaceWhat}</Text>
        <TextInput
          label={kind === 'move' ? texts.moveTo : texts.newCard}
          description={kind === 'move' ? texts.moveToHint : texts.newCardHint}
          value={number}
          data-autofocus
          error={isChecked && isLacking ? texts.moveToWrong : undefined}
          onChange={({ currentTarget }) => setNumber(currentTarget.value)}
        />
        {kind === 'replace' && typed === '' && <FromSet setup={setup} value={cardSetId} onChange={setSet} />}
        <MovePreview cardNumber={card.cardNumber} toCardNumber={settled === '' ? undefined : settled} />
        <ReasonField value={reason} onChange={setReason} isWrong={isChecked && reason.trim() === ''} />
        {moving.error && <ErrorPanel error={moving.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button type="submit" loading={moving.isPending}>
            {texts.actions[kind]}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

interface FromSetProps {
  readonly setup: TillDialog['setup']
  readonly value: string
  readonly onChange: (cardSetId: string) => void
}

function FromSet({ setup, value, onChange }: FromSetProps) {
  const { till: texts } = useTexts()
  return (
    <NativeSelect
      label={texts.fromSet}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={setup.cardSets.map(({ id, name, program }) => ({ value: id, label: `${name} · ${program}` }))}
    />
  )
}
