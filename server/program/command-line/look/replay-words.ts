import type { AmountPair, ChangedBasket, ChangedCustomer, CountOf, ReplayReport } from '../../../calls/replay/report.ts'

/** A replay as a table for people. */
export function replayLines(report: ReplayReport): string[] {
  const { checkouts, returns } = report
  const by = report.file === 'draft' ? 'by the draft' : 'by the files that were in force'
  return [
    `${report.from} to ${report.to}, ${by}`,
    ...(report.isEstimate ? [`Estimates from every ${report.sample}th card; amounts are multiplied.`] : []),
    `${checkouts.replayed} checkouts: ${checkouts.same} the same, ${checkouts.different} different, of which ${checkouts.refused} refused`,
    `${returns.replayed} returns: ${returns.same} the same, ${returns.different} different`,
    `${report.otherCalls} other calls, as they happened`,
    `Customers reached: ${report.customers.happened} → ${report.customers.replayed}`,
    ...amounts('Discounts', report.cost.discounts),
    ...amounts('Issued', report.cost.issued),
    ...section('Rules', report.rules.map(ruleLine)),
    ...(report.rulesLeftOut > 0 ? [`  and ${report.rulesLeftOut} others`] : []),
    ...section('Budgets', report.budgets.map(budgetLine)),
    ...section('Baskets that would have been cheaper or richer', report.baskets.gain.map(basketLine)),
    ...section('Baskets that would have been dearer or poorer', report.baskets.lose.map(basketLine)),
    ...section('Customers who would have gained most', report.cardholders.gain.map(customerLine)),
    ...section('Customers who would have lost most', report.cardholders.lose.map(customerLine)),
    ...section('Refused, by error', report.refusals.map(countLine)),
    ...section('Not replayed, but left as it happened', report.notReplayed.map(countLine)),
    ...section('Approximated', report.approximated.map(countLine)),
    ...section(
      'Spent, but would not have been there',
      report.shortfalls.map(({ of, amount }) => `  ${amount} ${of}`),
    ),
  ]
}

const section = (title: string, lines: readonly string[]) => (lines.length > 0 ? ['', `${title}:`, ...lines] : [])

function amounts(title: string, pairs: readonly AmountPair[]): string[] {
  return pairs.map(({ of, happened, replayed }) => `${title} ${of}: ${happened} → ${replayed}`)
}

function ruleLine({ rule, firings, customers, discounts, issued }: ReplayReport['rules'][number]): string {
  const given = [...discounts, ...issued].map(({ of, happened, replayed }) => `, ${happened} → ${replayed} ${of}`)
  const counts = `fired ${firings.happened} → ${firings.replayed}, customers ${customers.happened} → ${customers.replayed}`
  return `  ${rule}: ${counts}${given.join('')}`
}

function budgetLine({ budget, period, amount, spent, ranOutAt }: ReplayReport['budgets'][number]): string {
  return `  ${budget}, ${period}: ${spent} of ${amount}${ranOutAt === undefined ? '' : `, ran out ${ranOutAt}`}`
}

function basketLine({ requestRef, date, discounts, issued }: ChangedBasket): string {
  const given = [...discounts, ...issued].map(({ of, happened, replayed }) => `${happened} → ${replayed} ${of}`)
  return `  ${date} ${requestRef}: ${given.join(', ')}`
}

function customerLine({ cardNumber, discounts, issued }: ChangedCustomer): string {
  const given = [...discounts, ...issued].map(({ of, amount }) => `${amount.startsWith('-') ? '' : '+'}${amount} ${of}`)
  return `  ${cardNumber}: ${given.join(', ')}`
}

const countLine = ({ what, count }: CountOf) => `  ${count} × ${what}`
