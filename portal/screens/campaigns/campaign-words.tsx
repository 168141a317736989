import { Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useBrand } from '../../ask/brand-context.ts'
import { formatAmount } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import { BudgetBar, type ShownBudget } from './budget-bar.tsx'
import classes from './campaign-words.module.css'
import type { CampaignPage } from './page-answer.ts'

interface CampaignWordsProps {
  readonly page: CampaignPage
  /** How often each rule gave something; absent while it is on its way or not to be seen. */
  readonly fired: ReadonlyMap<string, number> | undefined
  readonly budgets: readonly ShownBudget[] | undefined
}

/** What a campaign does, a sentence for each rule, and its limits. */
export function CampaignWords({ page, fired, budgets }: CampaignWordsProps) {
  const { campaign: texts } = useTexts()
  return (
    <Paper p="lg">
      <Stack>
        <Title order={2}>{texts.rules}</Title>
        {page.when !== undefined && <Text>{page.when}</Text>}
        {page.rules.length === 0 && <Text c="dimmed">{texts.noRules}</Text>}
        {page.rules.map((rule) => (
          <Rule key={rule.id} rule={rule} count={fired && (fired.get(rule.id) ?? 0)} />
        ))}
        {page.limits !== undefined && (
          <div>
            <Text fw={600}>{texts.limits}</Text>
            <Text>{page.limits}</Text>
          </div>
        )}
        {budgets !== undefined && budgets.length > 0 && <Budgets budgets={budgets} page={page} />}
      </Stack>
    </Paper>
  )
}

function Rule({ rule, count }: { readonly rule: CampaignPage['rules'][number]; readonly count: number | undefined }) {
  const { campaign: texts } = useTexts()
  const brand = useBrand()
  // A rule without a name is called by its id, which says nothing to anybody.
  const hasName = rule.name !== rule.id
  return (
    <Group justify="space-between" align="flex-start" wrap="nowrap">
      <div className={classes.words}>
        {hasName && <Text fw={600}>{rule.name}</Text>}
        <Text>{rule.sentence}</Text>
      </div>
      <Text size="sm" c="dimmed" className={classes.count}>
        {count !== undefined && texts.ofRule(formatAmount(count, brand))}
      </Text>
    </Group>
  )
}

function Budgets({ budgets, page }: { readonly budgets: readonly ShownBudget[]; readonly page: CampaignPage }) {
  const { campaign: texts, campaigns } = useTexts()
  const nameOf = (id: string) => page.rules.find((rule) => rule.id === id)?.name ?? id
  return (
    <Stack gap="sm" maw={360}>
      <Text fw={600}>{texts.budgets}</Text>
      {budgets.map((budget) => (
        <BudgetBar
          key={`${budget.rule ?? ''} ${budget.unit}`}
          budget={budget}
          {...(budget.rule !== undefined && { label: campaigns.budgetOf(nameOf(budget.rule)) })}
        />
      ))}
    </Stack>
  )
}
