import { Group, NativeSelect, Radio, Text } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { formatMoment } from '../../../parts/format.ts'
import { useTexts } from '../../../texts/texts.ts'
import { usePlace } from '../place.tsx'
import type { TillDialog } from '../till-dialog.ts'

type Setup = TillDialog['setup']
type GiftKind = 'goodwill' | 'paid'

interface GiftProps {
  /** Whether something is given by somebody who may give goodwill; else nothing is asked. */
  readonly isGift: boolean
  readonly setup: Setup
  readonly location: string | undefined
  /** What is given. */
  readonly value: Pick<Setup['values'][number], 'balanceType' | 'balanceCode'> | undefined
}

/** What is said of balance that is given by hand: whether somebody paid for it, where it is given, and how long it lasts. */
export function useGift({ isGift, setup, location, value }: GiftProps) {
  const { isKept } = usePlace(setup.places)
  // Nothing is chosen beforehand: what was paid for in cash would be goodwill by mistake.
  const [kind, setKind] = useState<GiftKind>()
  const [own, choose] = useState<string>()
  const isAsked = setup.places.length > 1 && (kind === 'goodwill' || (kind === 'paid' && !isKept))
  const chosen = own ?? (isKept || setup.places.length < 2 ? (location ?? '') : '')
  const [isForEver, setForEver] = useState(false)
  // As it was when the dialog was opened: it moves with the clock, and what was refused would be another request.
  const [values] = useState(setup.values)
  const earned = values.find((one) => one.balanceType === value?.balanceType && one.balanceCode === value.balanceCode)
  const isGoodwill = isGift && kind === 'goodwill'
  const until = isGoodwill ? earned?.earnedUntil : undefined
  const place = isGoodwill || (isGift && isAsked) ? chosen || undefined : location
  return {
    place,
    isMissing: isGift && (kind === undefined || (isAsked && chosen === '')),
    request: {
      ...(isGoodwill && { isGoodwill: true }),
      ...(until !== undefined && !isForEver && { issuedBalanceExpiration: inUtc(until) }),
    },
    fields: {
      ...{ isGift, places: setup.places, kind, setKind },
      ...{ isPlaceAsked: isAsked, chosen, choosePlace: choose, until, isForEver, setForEver },
    },
  }
}

/** As the interface reads it: 2027-05-17 21:59:59. */
const inUtc = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ')

type GiftFieldsProps = ReturnType<typeof useGift>['fields'] & { readonly isChecked: boolean }

export function GiftFields({ isGift, kind, setKind, isChecked, ...fields }: GiftFieldsProps) {
  const { gift: texts, till } = useTexts()
  const brand = useBrand()
  if (!isGift) return null
  const { places, isPlaceAsked, chosen, choosePlace, until, isForEver, setForEver } = fields
  return (
    <>
      <Radio.Group
        label={texts.kind}
        value={kind ?? null}
        onChange={(one) => setKind(one === 'paid' ? 'paid' : 'goodwill')}
        error={isChecked && kind === undefined ? texts.kindMissing : undefined}
      >
        <Group mt="xs">
          <Radio value="goodwill" label={texts.goodwill} />
          <Radio value="paid" label={texts.paid} />
        </Group>
      </Radio.Group>
      {isPlaceAsked && (
        <NativeSelect
          label={till.place}
          {...(kind === 'goodwill' && { description: texts.placeHint })}
          value={chosen}
          onChange={({ currentTarget }) => choosePlace(currentTarget.value)}
          error={isChecked && chosen === '' ? texts.placeMissing : undefined}
          data={[{ value: '', label: texts.placeNone }, ...places.map(({ id, name }) => ({ value: id, label: name }))]}
        />
      )}
      {kind === 'goodwill' && until !== undefined && (
        <NativeSelect
          label={texts.expires}
          value={isForEver ? 'never' : 'earned'}
          onChange={({ currentTarget }) => setForEver(currentTarget.value === 'never')}
          data={[
            { value: 'earned', label: texts.likeEarned(formatMoment(until, brand, 'day')) },
            { value: 'never', label: texts.never },
          ]}
        />
      )}
      {kind === 'goodwill' && until === undefined && (
        <Text size="sm" c="dimmed">
          {texts.noExpiry}
        </Text>
      )}
    </>
  )
}
