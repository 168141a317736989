import { NativeSelect, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { showDone } from '../../../parts/done-message.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { wrongWords } from '../customer-changes.ts'
import type { TillDialog } from '../till-dialog.ts'
import { ChangeForm } from './change-form.tsx'

type AllocateProps = Omit<TillDialog, 'card'> & { readonly card?: TillDialog['card'] }

/** Gives out a card: the one that was scanned, or any free one of a set. */
export function AllocateDialog({ card, setup, location, requestId, onClose }: AllocateProps) {
  const { till: texts, customer } = useTexts()
  const navigate = useNavigate()
  const [cardSetId, setSet] = useState(setup.cardSets[0]?.id ?? '')
  const [person, setPerson] = useState({ firstName: '', lastName: '', email: '', mobilePhone: '' })
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
      request={{ ...which, ...(Object.keys(given).length > 0 && { customerUpdates: given }) }}
      location={location}
      requestId={requestId}
      needsReason={false}
      action={texts.actions.allocate}
      onDone={({ cardNumber = card?.cardNumber ?? '' }) => {
        showDone(texts.done.allocate(cardNumber))
        onClose()
        if (!card) void navigate({ to: '.', search: { text: cardNumber } as never })
      }}
      onClose={onClose}
      ownFields={Object.keys(person)}
    >
      {(wrong) => (
        <>
          {!card && (
            <NativeSelect
              label={texts.fromSet}
              value={cardSetId}
              onChange={({ currentTarget }) => setSet(currentTarget.value)}
              data={setup.cardSets.map(({ id, name, program }) => ({ value: id, label: `${name} · ${program}` }))}
            />
          )}
          {field('firstName', texts.firstName, wrong)}
          {field('lastName', texts.lastName, wrong)}
          {field('email', texts.email, wrong)}
          {field('mobilePhone', texts.phone, wrong)}
        </>
      )}
    </ChangeForm>
  )
}
