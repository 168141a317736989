import {
  Alert,
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
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { type CouponFlowWish, couponEntries } from './coupon-entries.ts'
import {
  type CouponForm,
  daysMax,
  faultsOf,
  firstMessages,
  isWhole,
  type NumberFault,
  type NumberFaults,
  type TypedWish,
  typedNumber,
  wishOf,
} from './coupon-form.ts'
import { MessageFields } from './message-fields.tsx'

const occasions = ['away', 'birthday', 'joined'] as const
const worths = ['percent', 'amount', 'already'] as const

/** A coupon, the message that brings it and the rule that honours it, asked for at once and made as one draft. */
export function CouponFlowScreen() {
  const { texts: all, language } = useSpoken()
  const { couponFlow: texts } = all
  const { languages = [] } = useBrand()
  const [form, setForm] = useState<CouponForm>(() => ({
    ...{ name: texts.firstName, occasion: 'away', days: 60, set: undefined, validDays: 30, gives: undefined },
    ...{
      worth: 10,
      messages: firstMessages(languages, language, { subject: texts.firstSubject, body: texts.firstBody }),
    },
  }))
  const [isChecked, setChecked] = useState(false)
  const change = (part: Partial<CouponForm>) => setForm((before) => ({ ...before, ...part }))
  const make = useMake()
  const honours = useHonours(form.set)
  const wish = wishOf(form, honours.campaigns.length > 0)
  const faults = faultsOf(wish)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isWhole(wish) && honours.isKnown) make.mutate(wish)
  }
  const fields = { wish, faults: isChecked ? faults : {}, honours: honours.campaigns, onChange: change }
  return (
    <Page title={texts.title} about={texts.about}>
      <Paper p="lg" maw={720}>
        <form onSubmit={submit} noValidate>
          <Stack>
            <TextInput
              label={texts.name}
              value={form.name}
              maxLength={200}
              error={isChecked && form.name.trim() === '' ? texts.missing : undefined}
              onChange={({ currentTarget }) => change({ name: currentTarget.value })}
            />
            <Occasion {...fields} />
            <CouponFields {...fields} />
            {form.messages.map((message, index) => (
              <MessageFields
                key={message.language ?? ''}
                {...{ message, isChecked }}
                onChange={(next) => change({ messages: form.messages.with(index, next) })}
              />
            ))}
            {(make.error ?? honours.error) && <ErrorPanel error={make.error ?? honours.error} />}
            <Group justify="flex-end">
              <Button type="submit" loading={make.isPending || (!honours.isKnown && !honours.error)}>
                {texts.make}
              </Button>
            </Group>
          </Stack>
        </form>
      </Paper>
    </Page>
  )
}

/** Who gives something for coupons of a set already; nobody for one that is made. */
function useHonours(set: string | undefined) {
  const asked = useAsking('couponHonours', { set: set ?? '' }, { enabled: set !== undefined })
  // Until it is there, the answer is about the set before.
  const own = set === undefined || asked.isPlaceholderData ? undefined : asked.data
  return { campaigns: own?.campaigns ?? [], isKnown: set === undefined || own !== undefined, error: asked.error }
}

interface FieldsProps {
  readonly wish: TypedWish
  readonly faults: NumberFaults
  readonly honours: readonly { readonly id: string; readonly name: string }[]
  readonly onChange: (part: Partial<CouponForm>) => void
}

function Occasion({ wish: { occasion, days }, faults, onChange }: FieldsProps) {
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
        <Days
          label={texts.days[occasion]}
          value={days}
          fault={faults.days}
          onChange={(next) => onChange({ days: next })}
        />
      )}
      {occasion !== 'birthday' && (
        <Text size="sm" c="dimmed">
          {texts.once[occasion]}
        </Text>
      )}
    </Stack>
  )
}

function CouponFields({ wish, faults, honours, onChange }: FieldsProps) {
  const { couponFlow: texts } = useTexts()
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
        onChange={({ currentTarget }) => onChange({ set: currentTarget.value || undefined, gives: undefined })}
      />
      <Days
        label={texts.validDays}
        value={wish.validDays}
        fault={faults.validDays}
        onChange={(validDays) => onChange({ validDays })}
      />
      <SegmentedControl
        aria-label={texts.gives}
        value={wish.gives}
        data={worths.map((value) => ({ value, label: texts.worths[value] }))}
        onChange={(gives) => onChange({ gives: gives as CouponFlowWish['gives'] })}
        maw="100%"
        style={{ overflowX: 'auto' }}
      />
      <Worth {...{ wish, faults, honours, onChange }} />
    </Stack>
  )
}

/** What there is for the coupon: here, or by whoever honours it already. */
function Worth({ wish: { set, gives, worth }, faults, honours, onChange }: FieldsProps) {
  const { couponFlow: texts } = useTexts()
  const { currency } = useBrand()
  const named = honours.map(({ name }) => name)
  if (gives === 'already') return <Text size="sm">{named.length > 0 ? texts.honouredBy(named) : texts.already}</Text>
  return (
    <>
      <NumberInput
        label={texts.worth}
        value={worth ?? ''}
        min={0}
        {...(gives === 'percent' && { max: 100 })}
        suffix={gives === 'percent' ? ' %' : ` ${currency}`}
        error={faults.worth && texts.wrong[faults.worth]}
        onChange={(next) => onChange({ worth: typedNumber(next) })}
        w={220}
      />
      {set !== undefined && (
        <Alert color="yellow" variant="light">
          {named.length > 0 ? texts.honouredTwice(named) : texts.alsoOut}
        </Alert>
      )}
    </>
  )
}

interface DaysProps {
  readonly label: string
  readonly value: number | undefined
  readonly fault: NumberFault | undefined
  readonly onChange: (days: number | undefined) => void
}

function Days({ label, value, fault, onChange }: DaysProps) {
  const { couponFlow: texts } = useTexts()
  return (
    <NumberInput
      {...{ label, value: value ?? '' }}
      min={1}
      max={daysMax}
      allowDecimal={false}
      error={fault && texts.wrong[fault]}
      onChange={(days) => onChange(typedNumber(days))}
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
