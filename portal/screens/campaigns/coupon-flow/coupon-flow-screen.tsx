import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Paper,
  SegmentedControl,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { ask, call } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
import { newRequestId, useAsking } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { type CouponFlowWish, couponEntries } from './coupon-entries.ts'
import { MessageFields } from './message-fields.tsx'

const occasions = ['away', 'birthday', 'joined'] as const
const worths = ['percent', 'amount', 'already'] as const

/** A coupon, the message that brings it and the rule that honours it, asked for at once and made as one draft. */
export function CouponFlowScreen() {
  const { couponFlow: texts } = useTexts()
  const [wish, setWish] = useState<CouponFlowWish>({
    ...{ name: texts.firstName, occasion: 'away', days: 60, set: undefined, validDays: 30, gives: 'percent' },
    ...{ worth: 10, subject: texts.firstSubject, body: texts.firstBody },
  })
  const [isChecked, setChecked] = useState(false)
  const change = (part: Partial<CouponFlowWish>) => setWish((before) => ({ ...before, ...part }))
  const make = useMake()
  const isWhole = [wish.name, wish.subject, wish.body].every((text) => text.trim() !== '')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isWhole) make.mutate(wish)
  }
  return (
    <Page title={texts.title} about={texts.about}>
      <Paper p="lg" maw={720}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label={texts.name}
              value={wish.name}
              maxLength={200}
              error={isChecked && wish.name.trim() === '' ? texts.missing : undefined}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Occasion wish={wish} onChange={change} />
            <CouponFields wish={wish} onChange={change} />
            <MessageFields
              {...{ subject: wish.subject, body: wish.body, isChecked }}
              onSubject={(subject) => change({ subject })}
              onBody={(body) => change({ body })}
            />
            {make.error && <ErrorPanel error={make.error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={make.isPending}>
                {texts.make}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  )
}

interface WishProps {
  readonly wish: CouponFlowWish
  readonly onChange: (part: Partial<CouponFlowWish>) => void
}

function Occasion({ wish: { occasion, days }, onChange }: WishProps) {
  const { couponFlow: texts } = useTexts()
  return (
    <Stack gap="xs">
      <NativeSelect
        label={texts.occasion}
        value={occasion}
        data={occasions.map((value) => ({ value, label: texts.occasions[value] }))}
        onChange={({ currentTarget }) => onChange({ occasion: currentTarget.value as CouponFlowWish['occasion'] })}
      />
      {occasion !== 'joined' && (
        <Days label={texts.days[occasion]} value={days} onChange={(next) => onChange({ days: next })} />
      )}
      {occasion === 'away' && (
        <Text size="sm" c="dimmed">
          {texts.awayLimit}
        </Text>
      )}
    </Stack>
  )
}

function CouponFields({ wish, onChange }: WishProps) {
  const { couponFlow: texts } = useTexts()
  const { currency } = useBrand()
  const names = useAsking('brandNames', {}).data?.kinds ?? []
  const namesOf = (noun: string) => names.find((one) => one.noun === noun)?.names ?? []
  const codes = new Set(namesOf('codeSet').map(({ id }) => id))
  const sets = namesOf('couponSet').filter(({ id }) => !codes.has(id))
  return (
    <Stack gap="xs">
      <NativeSelect
        label={texts.set}
        value={wish.set ?? ''}
        data={[{ value: '', label: texts.newSet }, ...sets.map(({ id, name }) => ({ value: id, label: name }))]}
        onChange={({ currentTarget }) => onChange({ set: currentTarget.value || undefined })}
      />
      <Days label={texts.validDays} value={wish.validDays} onChange={(validDays) => onChange({ validDays })} />
      <SegmentedControl
        aria-label={texts.gives}
        value={wish.gives}
        data={worths.map((value) => ({ value, label: texts.worths[value] }))}
        onChange={(gives) => onChange({ gives: gives as CouponFlowWish['gives'] })}
        maw="100%"
        style={{ overflowX: 'auto' }}
      />
      {wish.gives === 'already' ? (
        <Text size="sm">{texts.already}</Text>
      ) : (
        <NumberInput
          label={texts.worth}
          value={wish.worth}
          min={0}
          {...(wish.gives === 'percent' && { max: 100 })}
          suffix={wish.gives === 'percent' ? ' %' : ` ${currency}`}
          onChange={(worth) => onChange({ worth: Number(worth) })}
          w={160}
        />
      )}
    </Stack>
  )
}

interface DaysProps {
  readonly label: string
  readonly value: number
  readonly onChange: (days: number) => void
}

function Days({ label, value, onChange }: DaysProps) {
  return (
    <NumberInput
      {...{ label, value }}
      min={1}
      max={3650}
      allowDecimal={false}
      onChange={(days) => onChange(Number(days))}
      w={220}
    />
  )
}

/** One draft with all of it, which is then looked at as a whole. */
function useMake() {
  const { couponFlow: texts } = useTexts()
  const { id: brand } = useBrand()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: async (wish: CouponFlowWish) => {
      const wished = wish.occasion === 'away' ? 'win-back' : `${wish.occasion}-coupon`
      const free = async (section: 'campaigns' | 'templates' | 'couponSets') =>
        (await ask('freeKey', { section, wish: wished }, brand)).key
      const keys = {
        campaign: await free('campaigns'),
        template: await free('templates'),
        set: await free('couponSets'),
      }
      const request = { title: wish.name, entries: couponEntries(wish, keys, texts) }
      return call('saveDraft', request, { brand, requestId: newRequestId() })
    },
    onSuccess: ({ draftId }) => navigate({ to: `/b/${encodeURIComponent(brand)}/campaigns/drafts/${draftId}` }),
  })
}
