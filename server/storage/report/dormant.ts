import { valueCells } from './behind.ts'
import { listDormant } from './dormant.sql.ts'
import { formatUnits } from './format-units.ts'
import { unnamed } from './grouping.ts'
import type { Report } from './report.ts'
import { amountColumn, countColumn, dayColumn, textColumn } from './report-table.ts'

/** What nobody has touched for long: some places ask for it to be handed over. */
export const dormantReport: Report = {
  name: 'dormant',
  about: 'balances of cards with which nothing was done for so many days, by where their customers live',
  over: 'now',
  by: ['country', 'state'],
  usualBy: 'country',
  usualDays: 365,
  run: async ({ db, brand }, { by, days = 365 }) => {
    const hasState = by === 'state'
    const sums = await listDormant(db, brand.id, { days, timeZone: brand.timeZone, hasState })
    return {
      title: `Balances of ${brand.name} without activity for ${days} days`,
      notes: [
        'Activity: whatever a customer, a till or a user did with the card that changed it. What expires, what rules give by date,',
        'level or segment, and what was imported is none. A child card is active with its main card, and lives where its customer does.',
      ],
      columns: [
        textColumn('country', 'Country'),
        ...(hasState ? [textColumn('state', 'State')] : []),
        textColumn('valueType', 'Value type'),
        textColumn('program', 'Program'),
        countColumn('cards', 'Cards'),
        amountColumn('amount', 'Outstanding'),
        dayColumn('since', 'Oldest since'),
      ],
      rows: sums.map((sum) => {
        const valueType = brand.valueTypes.get(sum.value_type_id)
        if (!valueType) throw new Error(`value type ${sum.value_type_id} is not known`)
        return {
          country: sum.country || unnamed,
          ...(hasState && { state: sum.state || unnamed }),
          ...valueCells(brand, valueType),
          cards: String(sum.cards),
          amount: formatUnits(BigInt(sum.amount), valueType.scale),
          since: sum.since,
        }
      }),
    }
  },
}
