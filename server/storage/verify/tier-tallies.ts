import type { Sql } from '../../ground/database/connection.ts'
import type { BrandId, CardId } from '../../ground/kernel/ids.ts'
import { sumUp } from '../store/facts/tiers.ts'
import type { Check, CheckFinding } from './check.ts'
import { listTallied, type TalliedRow } from './tiers.sql.ts'

const pageSize = 1000
const findingsMax = 1000

/** What a card says that it bought or earned is summed up again, a page of cards at a time. */
export const tallyCheck: Check = {
  name: 'what counts towards each level is what was bought or earned',
  async find(db, brand) {
    const findings: CheckFinding[] = []
    let after: CardId | undefined = 0
    while (after !== undefined && findings.length < findingsMax) {
      const page: readonly TalliedRow[] = await listTallied(db, brand, after, pageSize)
      for (const [by, rows] of Map.groupBy(page, ({ tally }) => tally.by)) {
        findings.push(...(await compare(db, { brand, by, rows })))
      }
      after = page.at(-1)?.card_id
    }
    return findings.slice(0, findingsMax)
  },
}

interface Group {
  readonly brand: BrandId
  readonly by: string
  readonly rows: readonly TalliedRow[]
}

async function compare(db: Sql, { brand, by, rows }: Group): Promise<CheckFinding[]> {
  const wanted = rows.map(({ card_id: card, now, tally: { since } }) => ({ card, until: now, ...(since && { since }) }))
  const counted = await sumUp({ db, brand: { id: brand } }, measureOf(by), wanted)
  return rows.flatMap(({ card_id: card, tally }, index) => {
    const sums = counted[index]?.sums ?? []
    const expected = told(sums.map(({ currency, scale, amount, checkouts }) => [currency, scale, amount, checkouts]))
    const found = told(tally.sums)
    return expected === found ? [] : [{ subject: `card id ${card} level`, expected, found, card }]
  })
}

/** A tally names what it counts as `measureKey` does. */
function measureOf(by: string) {
  const [fact, balanceType = '', balanceCode = ''] = by.split(' ')
  return fact === 'earned' ? ({ fact, balanceType, balanceCode } as const) : ({ fact: 'history.spend' } as const)
}

/** Sums of nothing are none. */
function told(sums: readonly (readonly unknown[])[]): string {
  const some = sums.filter(([, , amount, checkouts]) => String(amount) !== '0' || checkouts !== 0)
  return (
    some
      .map((sum) => sum.join(' '))
      .sort()
      .join(', ') || 'nothing'
  )
}
