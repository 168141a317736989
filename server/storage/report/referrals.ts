import { valueCells } from './behind.ts'
import { formatUnits } from './format-units.ts'
import { listReferrals } from './referrals.sql.ts'
import { remarksIn } from './remarks.ts'
import type { Report } from './report.ts'
import { amountColumn, countColumn, dayColumn, textColumn } from './report-table.ts'

/** More than anybody reads; whoever wants all of them asks for fewer days. */
const rowsMax = 5000

/** Who brought whom, and what it gave. */
export const referralsReport: Report = {
  name: 'referrals',
  about: 'who brought whom: purchases of friends, what was given for them, and what was taken back',
  over: 'period',
  by: ['referrer', 'friend'],
  usualBy: 'referrer',
  run: async ({ db, brand }, { from, to, by, language }) => {
    const perFriend = by === 'friend'
    const period = { brand: brand.id, timeZone: brand.timeZone, from, to, perFriend }
    const found = await listReferrals(db, { ...period, limit: rowsMax + 1 })
    return {
      title: `Who brought whom at ${brand.name}, ${from} to ${to}`,
      notes: [
        'Purchases for which somebody was thanked, by referral code or card number, on these days. Undone: voided, or returned as a whole.',
        'Given and taken back: on the card of whoever brought them, by these purchases and by their voids and returns, whenever those were.',
      ],
      ...(found.length > rowsMax && { remarks: [remarksIn(language).onlyFirst(rowsMax)] }),
      columns: [
        textColumn('referrer', 'Brought by'),
        ...(perFriend ? [textColumn('friend', 'Friend'), dayColumn('day', 'Day')] : []),
        countColumn('brought', 'Brought', { total: undefined }),
        countColumn('undone', 'Undone', { total: undefined }),
        textColumn('valueType', 'Value type'),
        textColumn('program', 'Program'),
        amountColumn('given', 'Given'),
        amountColumn('takenBack', 'Taken back'),
      ],
      rows: found.slice(0, rowsMax).map((sum) => {
        const valueType = sum.value_type_id === null ? undefined : brand.valueTypes.get(sum.value_type_id)
        return {
          referrer: sum.referrer,
          ...(sum.friend !== null && { friend: sum.friend }),
          ...(sum.day !== null && { day: sum.day }),
          brought: String(sum.brought),
          undone: String(sum.undone),
          ...(valueType && {
            ...valueCells(brand, valueType),
            given: formatUnits(BigInt(sum.given), valueType.scale),
            takenBack: formatUnits(BigInt(sum.taken_back), valueType.scale),
          }),
        }
      }),
    }
  },
}
