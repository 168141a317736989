import { Stack } from '@mantine/core'
import { IconAdjustments, IconBasket, IconCalendarEvent, IconGift, IconUsers } from '@tabler/icons-react'
import { useRef } from 'react'
import { formWordsIn, triggerWords } from '../../../../../server/domain/sentence/words.ts'
import { valuesAt } from '../../../../parts/yaml/schema-at.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { ConditionList } from '../chips/condition-list.tsx'
import { asText, useAt, useEditing } from '../editing.ts'
import { ChoiceField } from '../fields/choice-field.tsx'
import { DayField } from '../fields/day-field.tsx'
import { KeyedChoice } from '../fields/keyed-choice.tsx'
import { MoreKeys, type OptionalKey } from '../fields/more-keys.tsx'
import { chooseTrigger, isForNewCards } from '../model/choose-trigger.ts'
import { isEntry, listOf, type Path } from '../model/plain.ts'
import { topicOf } from '../model/topics.ts'
import { ApartField } from './apart-field.tsx'
import { BudgetField } from './budget-field.tsx'
import { DaysAndHours } from './days-and-hours.tsx'
import { LimitRows } from './limits-part.tsx'
import { newOption, OptionFields } from './option-fields.tsx'
import { AnyRuleKey, keysOfRule } from './other-keys.tsx'
import { Part } from './part.tsx'
import { ResultsPart } from './results-part.tsx'
import { rivalryKeys } from './rivalry-fields.tsx'
import { RuleText, TriggerFields } from './trigger-fields.tsx'

/** A rule as five short questions. */
export function RuleForm({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const when = [...path, 'when']
  const trigger = useAt([...path, 'trigger']).value
  const conditions = listOf(useAt(when).value)
  const results = listOf(useAt([...path, 'then']).value)
  const isDiscount = trigger === 'checkout' && results.some((one) => isEntry(one) && 'discount' in one)
  const hasPurchase = !withoutPurchase.has(trigger) || conditions.some((one) => topicOf(one) === 'basket')
  return (
    <Stack gap={0}>
      <Part title={editor.when} icon={<IconCalendarEvent size={18} stroke={1.6} />}>
        <TriggerField path={path} />
        <TriggerFields path={path} />
        {trigger !== 'date' && <DaysAndHours path={path} />}
        <ConditionList
          path={when}
          topic="time"
          label={editor.whenMore}
          addLabel={editor.addTime}
          empty={editor.anyTime}
        />
      </Part>
      <Part title={editor.who} icon={<IconUsers size={18} stroke={1.6} />}>
        <ConditionList
          path={when}
          topic="customer"
          label={editor.who}
          addLabel={editor.addWho}
          empty={editor.anybody}
        />
      </Part>
      {hasPurchase && (
        <Part title={editor.buys} icon={<IconBasket size={18} stroke={1.6} />}>
          <ConditionList
            path={when}
            topic="basket"
            label={editor.buys}
            addLabel={editor.addBuys}
            empty={editor.anything}
          />
        </Part>
      )}
      <Part title={editor.gets} icon={<IconGift size={18} stroke={1.6} />}>
        <ResultsPart path={[...path, 'then']} />
      </Part>
      <Part title={editor.limits} icon={<IconAdjustments size={18} stroke={1.6} />}>
        <LimitRows path={[...path, 'limit']} />
        <BudgetField path={[...path, 'budget']} />
        {isDiscount && <ApartField path={path} />}
        <RuleExtras path={path} isDiscount={isDiscount} />
      </Part>
    </Stack>
  )
}

/** Nobody buys anything when these happen. */
const withoutPurchase: ReadonlySet<unknown> = new Set(['date', 'segment', 'tier'])

function TriggerField({ path }: { readonly path: Path }) {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { schema } = useEditing()
  const { value, set } = useAt(path)
  const trigger = useAt([...path, 'trigger'])
  const rule = isEntry(value) ? value : {}
  const names = schema ? valuesAt(schema, ['rules', 0, 'trigger']).map(({ label }) => label) : ['checkout']
  const isNewCard = isForNewCards(rule)
  const hasReadyLimit = useRef(false)
  const choose = (next: string) => {
    const chosen = chooseTrigger(rule, next, hasReadyLimit.current)
    hasReadyLimit.current = chosen.hasReadyLimit
    set(chosen.rule)
  }
  const written = typeof rule.trigger === 'string' ? rule.trigger : undefined
  const [first = 'checkout', ...later] = names
  const choices = [
    { value: first, label: triggerWords(first, language) },
    { value: 'newCard', label: editor.newCard },
    ...later.map((name) => ({ value: name, label: triggerWords(name, language) })),
  ]
  return (
    <ChoiceField
      label={editor.trigger}
      value={isNewCard ? 'newCard' : written}
      choices={choices}
      onChange={choose}
      error={trigger.fault}
      width={360}
    />
  )
}

/** The keys of a rule that the parts above have. Any other is offered here, also one that is new in the language. */
const shown: ReadonlySet<string> = new Set([
  ...['id', 'name', 'trigger', 'date', 'schedule', 'segment', 'tier', 'when', 'limit', 'budget', 'window', 'then'],
])

const anyKey = (key: string, label: string): OptionalKey => ({
  key,
  label,
  begin: {},
  show: (at) => <AnyRuleKey path={at} name={key} label={label} />,
})

function RuleExtras({ path, isDiscount }: { readonly path: Path; readonly isDiscount: boolean }) {
  const { language } = useSpoken()
  const { schema } = useEditing()
  const { ruleKeys, choices } = formWordsIn(language)
  const [campaign, ruleId] = [useAt(['id']).value, useAt([...path, 'id']).value]
  const known: readonly OptionalKey[] = [
    { key: 'from', label: ruleKeys.from, begin: '', show: (at) => <DayField path={at} label={ruleKeys.from} /> },
    {
      key: 'until',
      label: ruleKeys.until,
      begin: '',
      show: (at) => <DayField path={at} label={ruleKeys.until} isLastDay />,
    },
    {
      key: 'target',
      label: ruleKeys.target,
      begin: 'any',
      show: (at) => (
        <KeyedChoice
          path={at}
          label={ruleKeys.target}
          choices={Object.entries(choices.target).map(([value, label]) => ({ value, label }))}
        />
      ),
    },
    {
      key: 'exclusive',
      label: ruleKeys.exclusive,
      begin: '',
      show: (at) => <RuleText path={at} label={ruleKeys.exclusive} />,
    },
    {
      key: 'variant',
      label: ruleKeys.variant,
      begin: 'A',
      show: (at) => <RuleText path={at} label={ruleKeys.variant} />,
    },
    ...rivalryKeys(ruleKeys),
    {
      key: 'option',
      label: ruleKeys.option,
      begin: newOption(asText(campaign), asText(ruleId)),
      isWide: true,
      show: (at) => <OptionFields path={at} />,
    },
  ]
  const others = (schema ? keysOfRule(schema) : []).filter(
    (key) => !shown.has(key) && !known.some((one) => one.key === key),
  )
  const words: Readonly<Record<string, string>> = ruleKeys
  const rest = others.map((key) => anyKey(key, words[key] ?? key))
  const fields = [...known, ...rest].filter(({ key }) => !isDiscount || key !== 'exclusive')
  return <MoreKeys path={path} fields={fields} />
}
