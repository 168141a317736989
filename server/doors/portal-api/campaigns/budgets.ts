import type { Brand } from '../../../domain/brand/brand.ts'
import { unitWorths } from '../../../domain/brand/worth.ts'
import { compileBudgets } from '../../../domain/campaign/budgets.ts'
import { model, number, oneOf, text } from '../../../ground/contract/field.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import { listBudgetsSpent } from '../../../storage/store/queries/budget-view.sql.ts'

export const budgetModel = model('PortalBudget', 'A budget, and how much of it is spent in the period that runs.', {
  campaign: text('The campaign.').required(),
  rule: text('The rule whose budget it is. Absent: the whole campaign.'),
  counts: oneOf('What it counts.', ['discount', 'balance']).required(),
  unit: text('A currency with discounts; else the value type, such as Points or Currency USD.').required(),
  amount: number('What may be given in all.').required(),
  spent: number('What is given so far.').required(),
  worth: number(
    "What the whole amount is worth in the brand's currency. Absent: it is money, or worth nothing that is known.",
  ),
  every: text('When it begins anew: ever, day, week, month, year, or a number of days.').required(),
})

interface Counter {
  readonly name: string
  readonly campaign: string
  readonly rule: string | undefined
  readonly counts: 'discount' | 'balance'
  readonly unit: string
  readonly scale: number
  readonly amount: number
  readonly every: string
}

/** Every counter of a budget that the brand has, once. */
const countersOf = oncePer(({ document }: Brand): readonly Counter[] => {
  const found = new Map<string, Counter>()
  for (const campaign of document.campaigns) {
    for (const rule of campaign.rules) {
      for (const { of, every, isOfCampaign, counters } of compileBudgets(campaign, rule, document)) {
        for (const { name, unit, scale, amount } of counters.values()) {
          const owner = { campaign: campaign.id, rule: isOfCampaign ? undefined : rule.id }
          const counts = of === 'discount' ? ('discount' as const) : ('balance' as const)
          const period = typeof every === 'object' ? String(every.days) : every
          found.set(name, { name, ...owner, counts, unit, scale, amount, every: period })
        }
      }
    }
  }
  return [...found.values()]
})

/** The budgets of all campaigns, or of one. */
export async function readBudgets(db: Sql, brand: Brand, campaign?: string) {
  const counters = countersOf(brand).filter((one) => campaign === undefined || one.campaign === campaign)
  if (counters.length === 0) return []
  const rows = await listBudgetsSpent(
    db,
    brand.id,
    counters.map(({ name }) => name),
  )
  const spent = new Map(rows.map((row) => [row.counter, Number(row.spent)]))
  return counters.map(({ name, scale, amount, rule, ...counter }) => ({
    ...counter,
    ...(rule !== undefined && { rule }),
    amount: amount * 10 ** -scale,
    spent: (spent.get(name) ?? 0) * 10 ** -scale,
    ...worthOf(brand, counter, amount * 10 ** -scale),
  }))
}

/** Budgets of points are told in money, too. */
function worthOf({ document }: Brand, { counts, unit }: Pick<Counter, 'counts' | 'unit'>, amount: number) {
  const known = counts === 'balance' ? unitWorths(document).get(unit) : undefined
  if (!known || known.from === 'money' || known.worth.over === 0n) return {}
  return { worth: (amount * Number(known.worth.over)) / Number(known.worth.under) }
}
