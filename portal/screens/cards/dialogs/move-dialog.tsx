import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import type { RouteRequest } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { hasReason } from '../../../ask/portal-error.ts'
import { useAskToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { changeWords } from '../../../parts/use-tell-failed.ts'
import type { Texts } from '../../../texts/shape.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useFocusOnScan, useScanTarget } from '../scans.tsx'
import type { TillDialog } from '../till-dialog.ts'
import { useToldWhenGone } from '../told-when-gone.ts'
import { AboveLimit, ReasonField, useForgotten } from './change-form.tsx'
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
  const { till: texts } = useTexts()
  const [number, setNumber] = useState('')
  const sets = setsFor(card, setup)
  const [cardSetId, setSet] = useState(sets[0]?.id ?? '')
  const [reason, setReason] = useState(kind === 'replace' ? usualReason(card, texts.whyReplaced) : '')
  const [isChecked, setChecked] = useState(false)
  // The card that is scanned now is the one that gets everything.
  useScanTarget((scanned) => {
    setNumber(scanned)
    return true
  })
  const typed = number.trim()
  const [settled] = useDebouncedValue(typed, 300)
  const isLacking = typed === '' && (kind === 'move' || cardSetId === '')
  const mergeMode = kind === 'move' ? ('combine' as const) : ('overwrite' as const)
  const to = typed === '' ? { cardSetId } : { toCardNumber: typed }
  const move = { cardNumber: card.cardNumber, ...to, mergeMode }
  const where = location === undefined ? {} : { locationId: location }
  const { moving, start } = useMoving(
    { ...move, ...where, reason: reason.trim(), requestId },
    changeWords({ what: texts.actions[kind], cardNumber: card.cardNumber }),
    onClose,
  )
  useForgotten(moving, move)
  const send = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (reason.trim() !== '' && !isLacking) start()
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
        {kind === 'replace' && typed === '' && sets.length > 0 && (
          <FromSet sets={sets} value={cardSetId} onChange={setSet} />
        )}
        <MovePreview cardNumber={card.cardNumber} toCardNumber={settled === '' ? undefined : settled} />
        <ReasonField value={reason} onChange={setReason} isWrong={isChecked && reason.trim() === ''} />
        <MoveFoot
          error={moving.error}
          isPending={moving.isPending}
          asked={{ operation: 'moveCard', request: move, ...where, reason: reason.trim() }}
          action={texts.actions[kind]}
          onClose={onClose}
        />
      </Stack>
    </form>
  )
}

/** What is told when it is done is told even if the page has changed by then and the dialog is gone. */
function useMoving(request: RouteRequest<'moveCard'>, what: string, onClose: () => void) {
  const { till: texts } = useTexts()
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  const isTerminal = useFocusOnScan() !== undefined
  const moving = useAskToChange('moveCard')
  const told = useToldWhenGone()
  const start = () => {
    moving.mutateAsync(request).then(({ cardNumber }) => {
      showDone(texts.done.replace(cardNumber))
      onClose()
      // Where customers are served, the new card is served next.
      if (isTerminal) void navigate({ to: '.', search: { text: cardNumber } as never })
      else void navigate({ to: '/b/$brand/cards/$card', params: { brand, card: cardNumber } })
    }, told(what))
  }
  return { moving, start }
}

interface MoveFootProps {
  readonly error: Error | null
  readonly isPending: boolean
  /** What somebody else is asked for, if it is above a limit. */
  readonly asked: RouteRequest<'askApproval'>
  readonly action: string
  readonly onClose: () => void
}

/** What went wrong, and the buttons: above a limit, the one that asks somebody else. */
function MoveFoot({ error, isPending, asked, action, onClose }: MoveFootProps) {
  const { till: texts, parts } = useTexts()
  const approval = useAskToChange('askApproval', () => {
    showDone(texts.done.asked)
    onClose()
  })
  const needsApproval = hasReason(error, 'approvalNeeded')
  return (
    <>
      {needsApproval && <AboveLimit limit={error?.message} />}
      {error && !needsApproval && <ErrorPanel error={error} />}
      {approval.error && <ErrorPanel error={approval.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {parts.cancel}
        </Button>
        {needsApproval ? (
          <Button onClick={() => approval.mutate(asked)} loading={approval.isPending}>
            {texts.askApproval}
          </Button>
        ) : (
          <Button type="submit" loading={isPending}>
            {action}
          </Button>
        )}
      </Group>
    </>
  )
}

/** Why a blocked card is replaced is mostly known by how it stands. Of one that can be used, somebody has to say it. */
function usualReason({ status }: TillDialog['card'], { lost, stolen, blocked }: Texts['till']['whyReplaced']): string {
  if (status === 'Stolen') return stolen
  if (status === 'Lost') return lost
  return status === 'Suspended' ? blocked : ''
}

/** Those of the card's own program: what it has fits there. */
function setsFor({ program }: TillDialog['card'], { cardSets }: TillDialog['setup']) {
  return program === undefined ? cardSets : cardSets.filter((set) => set.program === program)
}

interface FromSetProps {
  readonly sets: TillDialog['setup']['cardSets']
  readonly value: string
  readonly onChange: (cardSetId: string) => void
}

function FromSet({ sets, value, onChange }: FromSetProps) {
  const { till: texts } = useTexts()
  return (
    <NativeSelect
      label={texts.fromSet}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      data={sets.map(({ id, name, program }) => ({ value: id, label: `${name} · ${program}` }))}
    />
  )
}
