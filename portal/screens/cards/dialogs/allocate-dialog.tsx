import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useCallToDo } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { useAmountReader } from '../../../parts/use-amount-reader.ts'
import { changeWords, useTellFailed } from '../../../parts/use-tell-failed.ts'
import { useTexts } from '../../../texts/texts.ts'
import { useAmountWords } from '../amounts.ts'
import { wrongWords } from '../customer-changes.ts'
import { NumberPad } from '../number-pad.tsx'
import type { TillDialog } from '../till-dialog.ts'
import { useDone } from '../use-done.ts'
import { ChangeForm } from './change-form.tsx'

type AllocateProps = Omit<TillDialog, 'card'> & { readonly card?: TillDialog['card'] }

/** Gives out a card, the one that was scanned or any free one of a set, and loads it where something was paid for it. */
export function AllocateDialog({ card, setup, location, requestId, onClose }: AllocateProps) {
  const { till: texts, customer } = useTexts()
  const navigate = useNavigate()
  const [cardSetId, setSet] = useState(setup.cardSets[0]?.id ?? '')
  const [person, setPerson] = useState({ firstName: '', lastName: '', email: '', mobilePhone: '' })
  const program = card ? card.program : setup.cardSets.find(({ id }) => id === cardSetId)?.program
  const loading = useLoading({ setup, location, requestId, program })
  const given = Object.fromEntries(Object.entries(person).filter(([, text]) => text.trim() !== ''))
  const which = card ? { cardNumber: card.cardNumber } : { cardSetId }
  const field = (name: keyof typeof person, label: string, wrong: string | undefined) => (
    <TextInput
      label={label}
      error={name === wrong ? wrongWords(name, customer) : undefined}
      value={person[name]}
      onChange={({ currentTarget }) => setPerson({ ...person, [name]: currentTarget.value })}
    />
  )
  return (
    <ChangeForm
      operation="allocate"
      request={
        loading.isWrong ? undefined : { ...which, ...(Object.keys(given).length > 0 && { customerUpdates: given }) }
      }
      location={location}
      requestId={requestId}
      needsReason={false}
      action={texts.actions.allocate}
      onDone={({ cardNumber = card?.cardNumber ?? '' }) => {
        onClose()
        if (!card) void navigate({ to: '.', search: { text: cardNumber } as never })
        loading.start(cardNumber)
      }}
      onClose={onClose}
      ownFields={Object.keys(person)}
    >
      {({ wrong }) => (
        <>
          {!card && (
            <NativeSelect
              label={texts.fromSet}
              value={cardSetId}
              onChange={({ currentTarget }) => setSet(currentTarget.value)}
              data={setup.cardSets.map(({ id, name, program: of }) => ({ value: id, label: `${name} · ${of}` }))}
            />
          )}
          {loading.field}
          {field('firstName', texts.firstName, wrong)}
          {field('lastName', texts.lastName, wrong)}
          {field('email', texts.email, wrong)}
          {field('mobilePhone', texts.phone, wrong)}
        </>
      )}
    </ChangeForm>
  )
}

interface NewCardLoad extends Pick<TillDialog, 'setup' | 'location' | 'requestId'> {
  readonly program: string | undefined
}

const usual = [10, 20, 25, 50, 100]

/** What is loaded onto a card that is just being given out: a call of its own, once the card is there. */
function useLoading({ setup, location, requestId, program }: NewCardLoad) {
  const { till: texts } = useTexts()
  const words = useAmountWords()
  const [typed, setTyped] = useState('')
  const load = useCallToDo('updateBalance')
  const currency = setup.places.find(({ id }) => id === location)?.currency
  const money = setup.values.filter((one) => one.program === program && one.balanceType === 'Currency')
  const value = money.find(({ balanceCode }) => balanceCode === currency) ?? money[0]
  const { amount, shown, fault } = useAmountReader()(value ? typed : '', { scale: value?.scale })
  const done = useDone(undefined, location)
  const tell = useTellFailed()
  const start = (cardNumber: string) => {
    if (!value || !amount) return showDone(texts.done.allocate(cardNumber))
    const { balanceType, balanceCode } = value
    const sum = { balanceType, amount, ...(balanceCode !== undefined && { balanceCode }) }
    const request = { cardNumber, action: 'issue' as const, amount: sum }
    const call = {
      request,
      location,
      note: texts.reasons.issue,
      requestId: `${requestId}-load`,
      what: texts.actions.issue,
    }
    load.mutateAsync(call).then(
      ({ requestRef }) => done(texts.done.sold(cardNumber, words({ ...value, amount })), requestRef, { cardNumber }),
      (error: unknown) =>
        tell(
          { what: changeWords({ what: texts.actions.issue, cardNumber }), title: texts.notLoaded(cardNumber) },
          error,
        ),
    )
  }
  const field = value && (
    <>
      <TextInput
        label={texts.loadNow}
        description={shown ?? texts.loadNowHint}
        inputMode="decimal"
        value={typed}
        data-autofocus
        error={fault}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <NumberPad
        value={typed}
        onChange={setTyped}
        quick={usual.map((one) => ({ label: words({ ...value, amount: one }), amount: one }))}
      />
    </>
  )
  return { field, start, isWrong: fault !== undefined }
}
