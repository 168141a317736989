import { Button, Group, Paper, Stack, Switch, Text, TextInput, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { formWordsIn } from '../../../../../server/domain/sentence/words.ts'
import { useSpoken, useTexts } from '../../../../texts/texts.ts'
import { ConditionList } from '../chips/condition-list.tsx'
import { asText, useAt, useEditing } from '../editing.ts'
import { DayField } from '../fields/day-field.tsx'
import { MoreKeys, type OptionalKey } from '../fields/more-keys.tsx'
import { NumberField } from '../fields/number-field.tsx'
import { isEntry, listOf, type Path } from '../model/plain.ts'
import { AnyCampaignKey } from './any-campaign-key.tsx'
import { BudgetField } from './budget-field.tsx'
import { rivalryKeys } from './rivalry-fields.tsx'
import { RuleCard } from './rule-card.tsx'

/** The form of a campaign: what is common to its rules, and the rules. */
export function CampaignForm() {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(['rules'])
  const rules = listOf(value)
  const add = () => set([...rules, newRule(rules)])
  return (
    <Stack gap="md">
      <CampaignCard />
      {rules.map((rule, index) => (
        <RuleCard
          // biome-ignore lint/suspicious/noArrayIndexKey: even the id of a rule may be what is being typed.
          key={index}
          index={index}
          count={rules.length}
          rule={rule}
          onRemove={() => set(rules.filter((_, at) => at !== index))}
          onMove={(by) => set(rules.toSpliced(index, 1).toSpliced(index + by, 0, rule))}
          onCopy={() => set(rules.toSpliced(index + 1, 0, copyOf(rule, rules)))}
        />
      ))}
      {fault !== undefined && (
        <Text size="sm" c="var(--mantine-color-error)">
          {fault}
        </Text>
      )}
      {!isReadOnly && (
        <Button variant="default" leftSection={<IconPlus size={16} />} w="fit-content" onClick={add}>
          {rules.length === 0 ? editor.addFirstRule : editor.addRule}
        </Button>
      )}
    </Stack>
  )
}

const idsOf = (rules: readonly unknown[]) => new Set(rules.map((rule) => (isEntry(rule) ? rule.id : undefined)))

function freeId(wanted: string, rules: readonly unknown[]): string {
  const taken = idsOf(rules)
  let number = 1
  while (taken.has(number === 1 ? wanted : `${wanted}-${number}`)) number += 1
  return number === 1 ? wanted : `${wanted}-${number}`
}

// biome-ignore lint/suspicious/noThenProperty: the file's own word; a list, never a function
const newRule = (rules: readonly unknown[]) => ({ id: freeId('rule', rules), trigger: 'checkout', then: [] })

const copyOf = (rule: unknown, rules: readonly unknown[]) =>
  isEntry(rule) ? { ...rule, id: freeId(asText(rule.id) || 'rule', rules) } : rule

function CampaignCard() {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { campaignKeys } = formWordsIn(language)
  const name = useAt(['name'])
  const active = useAt(['active'])
  return (
    <Paper p="md" component="section" aria-label={editor.wholeCampaign}>
      <Stack gap="md">
        <Title order={2} size="h4">
          {editor.wholeCampaign}
        </Title>
        <TextInput
          label={campaignKeys.name}
          value={asText(name.value)}
          onChange={({ currentTarget }) => name.set(currentTarget.value === '' ? undefined : currentTarget.value)}
          error={name.fault}
          readOnly={name.isReadOnly}
          maw={480}
        />
        <Group gap="md" align="flex-end">
          <DayField path={['from']} label={editor.firstDay} />
          <DayField path={['until']} label={campaignKeys.until} isLastDay />
          <Switch
            label={editor.isOn}
            checked={active.value !== false}
            disabled={active.isReadOnly}
            onChange={({ currentTarget: { checked } }) => active.set(checked ? undefined : false)}
            pb={8}
          />
        </Group>
        <CampaignExtras />
      </Stack>
    </Paper>
  )
}

function SharedConditions() {
  const { editor } = useTexts()
  return (
    <div>
      <Text size="sm" fw={600} mb={4}>
        {editor.forAllRules}
      </Text>
      <ConditionList
        path={['when']}
        label={editor.forAllRules}
        addLabel={editor.addCondition}
        empty={editor.noSharedConditions}
      />
    </div>
  )
}

function CampaignExtras() {
  const { editor } = useTexts()
  const { language } = useSpoken()
  const { campaignKeys } = formWordsIn(language)
  const number = (label: string, min?: number) => (at: Path) => (
    <CampaignNumber path={at} label={label} {...(min !== undefined && { min })} />
  )
  const fields: readonly OptionalKey[] = [
    { key: 'when', label: editor.forAllRules, begin: [], isWide: true, show: () => <SharedConditions /> },
    {
      key: 'budget',
      label: campaignKeys.budget,
      begin: { amount: 1000, of: 'discount', every: 'ever' },
      show: (at) => <BudgetField path={at} isOnlyOne />,
    },
    { key: 'holdout', label: campaignKeys.holdout, begin: 10, show: number(campaignKeys.holdout, 0) },
    {
      key: 'variants',
      label: campaignKeys.variants,
      begin: { A: 50, B: 50 },
      show: (at) => <AnyCampaignKey path={at} name="variants" label={campaignKeys.variants} />,
    },
    ...rivalryKeys(campaignKeys),
    { key: 'priority', label: campaignKeys.priority, begin: 100, show: number(campaignKeys.priority) },
  ]
  return <MoreKeys path={[]} fields={fields} />
}

function CampaignNumber({ path, label, min }: { readonly path: Path; readonly label: string; readonly min?: number }) {
  const { value, set, fault } = useAt(path)
  return (
    <NumberField
      {...{ label, value }}
      onChange={set}
      error={fault}
      isWhole
      width={220}
      {...(min !== undefined && { min })}
    />
  )
}
