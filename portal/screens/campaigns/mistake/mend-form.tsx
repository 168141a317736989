import { Checkbox, NativeSelect, Paper, Radio, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { OperationRequest } from '../../../ask/ask.ts'
import { useBrand, useMay } from '../../../ask/brand-context.ts'
import { newRequestId } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { formatAmount, toOperationTime } from '../../../parts/format.ts'
import { useAmountReader } from '../../../parts/use-amount-reader.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { exactSum, useAmountWords, useValueTitle } from '../../cards/amounts.ts'
import { ChangeForm } from '../../cards/dialogs/change-form.tsx'
import type { MistakePage } from './mistake-page.ts'
import type { MistakePeriod } from './mistake-search.ts'

type Kind = MistakePage['repairs'][number]['kind']
type RepairRequest = OperationRequest<'startRepair'>

const kinds: readonly Kind[] = ['take', 'give', 'tell']

interface MendFormProps {
  readonly page: MistakePage
  readonly campaign: string
  readonly period: MistakePeriod
}

/** Take it back, make it up to them, or write to them. Above somebody's limit a second person is asked. */
export function MendForm(props: MendFormProps) {
  const { mistake: texts } = useTexts()
  const mayCorrect = useMay('cards.adjust')
  const mayPlan = useMay('campaigns.change')
  const [round, setRound] = useState(0)
  return (
    <Paper p="md" component="section" aria-label={texts.what}>
      <Title order={2} mb="sm">
        {texts.what}
      </Title>
      {mayCorrect || mayPlan ? (
        <Form key={round} {...props} onDone={() => setRound(round + 1)} />
      ) : (
        <Text>{texts.mayNot}</Text>
      )}
    </Paper>
  )
}

function Form({ page, campaign, period, onDone }: MendFormProps & { readonly onDone: () => void }) {
  const { mistake: texts } = useTexts()
  const { interfaceTimeZone } = useBrand()
  const [kind, setKind] = useState<Kind>('take')
  const [requestId] = useState(newRequestId)
  const [isChecked, setChecked] = useState(false)
  const gift = useGiftWish(page)
  const [template, setTemplate] = useState(page.templates[0]?.id ?? '')
  const time = (instant: number | undefined) =>
    instant === undefined ? undefined : toOperationTime(instant, interfaceTimeZone)
  const [from, until] = [time(period.from), time(period.until)]
  const days = { campaign, ...(from !== undefined && { from }), ...(until !== undefined && { until }) }
  const canTake = page.values.some(({ left }) => left > 0)
  const wishes: { readonly [K in Kind]: RepairRequest | undefined } = {
    take: canTake ? { ...days, kind: 'take' } : undefined,
    give: gift.wish && { ...days, kind: 'give', ...gift.wish },
    tell: template === '' ? undefined : { ...days, kind: 'tell', template },
  }
  return (
    <ChangeForm
      operation="startRepair"
      request={wishes[kind]}
      requestId={requestId}
      action={texts.buttons[kind]}
      isDestructive={kind === 'take'}
      onMissing={() => setChecked(true)}
      onDone={() => {
        showDone(texts.begun)
        onDone()
      }}
      onClose={onDone}
    >
      <Stack>
        <Radio.Group aria-label={texts.what} value={kind} onChange={(one) => setKind(kindOf(one))}>
          <Stack gap="xs">
            {kinds.map((one) => (
              <Radio key={one} value={one} label={texts.kinds[one]} />
            ))}
          </Stack>
        </Radio.Group>
        {kind === 'take' && <Taking page={page} />}
        {kind === 'give' && <Giving page={page} gift={gift} isChecked={isChecked} />}
        {kind === 'tell' && <Telling page={page} template={template} onChange={setTemplate} />}
        <Text size="sm" c="dimmed">
          {texts.whoApproves}
        </Text>
      </Stack>
    </ChangeForm>
  )
}

const kindOf = (text: string): Kind => kinds.find((one) => one === text) ?? 'take'

/** What will be taken, and what cannot be. */
function Taking({ page }: { readonly page: MistakePage }) {
  const { mistake: texts } = useTexts()
  const reader = useSpoken()
  const words = useAmountWords()
  const holders = page.cards.filter(({ values }) => values.some(({ left }) => left > 0)).length
  const left = page.values.filter((one) => one.left > 0).map((one) => words({ ...one, amount: one.left }))
  const gone = page.values
    .filter((one) => one.given > one.left)
    .map((one) => words({ ...one, amount: exactSum(one.given - one.left) }))
  if (left.length === 0) return <Text>{texts.takeNothing}</Text>
  return (
    <Stack gap={4}>
      <Text fw={600}>{texts.takeWhat(left.join(', '), formatAmount(holders, reader))}</Text>
      {gone.length > 0 && <Text>{texts.takeGone(gone.join(', '))}</Text>}
      <Text size="sm">{texts.takeHow}</Text>
    </Stack>
  )
}

/** What each of them is to get. */
function useGiftWish({ gifts }: MistakePage) {
  const readTyped = useAmountReader()
  const [chosen, choose] = useState(0)
  const [typed, setTyped] = useState('')
  const [isForEver, setForEver] = useState(false)
  const value = gifts[chosen]
  const read = readTyped(typed, { scale: value?.scale ?? 0 })
  const { amount = 0 } = read
  const wish =
    value && amount > 0
      ? {
          balanceType: value.balanceType,
          ...(value.balanceCode !== undefined && { balanceCode: value.balanceCode }),
          ...{ amount, forEver: isForEver },
        }
      : undefined
  return { chosen, choose, typed, setTyped, isForEver, setForEver, value, read, wish }
}

interface GivingProps {
  readonly page: MistakePage
  readonly gift: ReturnType<typeof useGiftWish>
  readonly isChecked: boolean
}

function Giving({ page, gift, isChecked }: GivingProps) {
  const { mistake: texts } = useTexts()
  const reader = useSpoken()
  const words = useAmountWords()
  const titleOf = useValueTitle()
  const { chosen, choose, typed, setTyped, isForEver, setForEver, value, read, wish } = gift
  const before = page.repairs.filter(({ kind }) => kind === 'give').length
  const shown = (amount: number) => (value ? words({ ...value, amount }) : '')
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.value}
        value={chosen}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
        data={page.gifts.map((one, index) => ({ value: String(index), label: titleOf(one) }))}
        w={280}
      />
      <TextInput
        label={texts.amount}
        inputMode="decimal"
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        error={isChecked && !wish ? (read.fault ?? texts.amountWrong) : undefined}
        description={read.shown}
        w={280}
      />
      <Checkbox
        label={texts.forEver}
        checked={isForEver}
        onChange={({ currentTarget }) => setForEver(currentTarget.checked)}
      />
      {wish && (
        <Text fw={600}>
          {texts.giveWhat(
            shown(wish.amount),
            formatAmount(page.cards.length, reader),
            shown(exactSum(wish.amount * page.cards.length)),
          )}
        </Text>
      )}
      {before > 0 && <Text>{texts.givenBefore(formatAmount(before, reader))}</Text>}
    </Stack>
  )
}

interface TellingProps {
  readonly page: MistakePage
  readonly template: string
  readonly onChange: (template: string) => void
}

function Telling({ page, template, onChange }: TellingProps) {
  const { mistake: texts } = useTexts()
  const reader = useSpoken()
  const channels: { readonly [channel: string]: string | undefined } = texts.channels
  if (page.templates.length === 0)
    return (
      <Text>
        {texts.noTemplates} <BrandLink to="messages?tab=templates">{texts.toTemplates}</BrandLink>
      </Text>
    )
  return (
    <Stack gap="sm">
      <NativeSelect
        label={texts.template}
        value={template}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
        data={page.templates.map(({ id, channel, text }) => ({
          value: id,
          label: `${channels[channel] ?? channel}: ${text}`,
        }))}
      />
      <Text fw={600}>{texts.tellWhat(formatAmount(page.cards.length, reader))}</Text>
      <Text size="sm">{texts.tellWho}</Text>
    </Stack>
  )
}
