import { Button, CloseButton, Group, Stack, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import { useTexts } from '../../../texts/texts.ts'
import { useMoneyWords } from '../amounts.ts'
import { useScanTarget } from '../scans.tsx'
import type { OtherCardsState, PayingCard } from './use-other-cards.ts'

interface OtherCardsProps {
  readonly others: OtherCardsState
  readonly currency: string
  /** The sale is being sent: what is scanned is no part of it. */
  readonly isFrozen: boolean
}

/** Other cards that pay: a gift card besides the customer's own, or several. */
export function OtherCards({ others, currency, isFrozen }: OtherCardsProps) {
  const { till: texts } = useTexts()
  const [isAsking, setAsking] = useState(false)
  return (
    <Stack gap="xs">
      {others.paying.map((one) => (
        <Paying key={one.cardNumber} {...{ one, others, currency }} />
      ))}
      {isAsking ? (
        <NextCard {...{ others, isFrozen }} onEnd={() => setAsking(false)} />
      ) : (
        others.mayAdd && (
          <Button variant="default" onClick={() => setAsking(true)} style={{ alignSelf: 'flex-start' }}>
            {texts.anotherCard}
          </Button>
        )
      )}
    </Stack>
  )
}

interface NextCardProps extends Pick<OtherCardsProps, 'others' | 'isFrozen'> {
  readonly onEnd: () => void
}

/** As long as it is open, a card that is scanned pays, and is not the next customer. */
function NextCard({ others, isFrozen, onEnd }: NextCardProps) {
  const { till: texts } = useTexts()
  const [typed, setTyped] = useState('')
  const [isBusy, setBusy] = useState(false)
  const take = (text: string) => {
    if (text === '' || isBusy) return
    setBusy(true)
    void others.add(text).then((isTaken) => {
      setBusy(false)
      if (isTaken) onEnd()
    })
  }
  useScanTarget((text) => {
    if (!isFrozen) take(text)
    return true
  })
  const onKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    take(typed.trim())
  }
  const cancel = () => {
    others.forget()
    onEnd()
  }
  return (
    <Group align="flex-start" gap="sm">
      <TextInput
        style={{ flexGrow: 1 }}
        label={texts.anotherCardNumber}
        autoComplete="off"
        autoFocus
        value={typed}
        error={others.fault}
        onKeyDown={onKey}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      <Button variant="default" mt={24} loading={isBusy} onClick={() => take(typed.trim())}>
        {texts.letPay}
      </Button>
      <CloseButton mt={28} aria-label={texts.remove} onClick={cancel} />
    </Group>
  )
}

interface PayingProps extends Pick<OtherCardsProps, 'others' | 'currency'> {
  readonly one: PayingCard
}

function Paying({ one, others, currency }: PayingProps) {
  const { till: texts } = useTexts()
  const money = useMoneyWords()
  const { cardNumber, typed, amount, usable, fault, isCut } = one
  const has = texts.cardHas(money(usable, currency))
  return (
    <Group align="flex-start" gap="sm" role="group" aria-label={cardNumber}>
      <TextInput
        style={{ flexGrow: 1 }}
        label={texts.cardPays(cardNumber, money(amount, currency))}
        description={isCut ? `${has} ${texts.noMoreToPay}` : has}
        inputMode="decimal"
        placeholder={texts.asMuchAsItCan}
        value={typed}
        error={fault}
        onChange={({ currentTarget }) => others.change(cardNumber, currentTarget.value)}
      />
      <CloseButton mt={28} aria-label={texts.remove} onClick={() => others.remove(cardNumber)} />
    </Group>
  )
}
