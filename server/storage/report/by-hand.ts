import type { Brand } from '../../domain/brand/brand.ts'
import { valueCells } from './behind.ts'
import { formatUnits } from './format-units.ts'
import { groupingTitles, type PlaceGrouping, placeGroupings, titlesOf } from './grouping.ts'
import { type HandSum, listHandSums } from './hand-day.sql.ts'
import type { Report } from './report.ts'
import { amountColumn, type FigureRow, textColumn } from './report-table.ts'

/** What each column adds up: what was given, or what was given less what was taken. */
const handColumns = {
  sold: { title: 'Given in sales', isNet: false },
  loaded: { title: 'Loaded', isNet: false },
  goodwill: { title: 'Goodwill', isNet: false },
  returned: { title: 'Returns', isNet: true },
  undone: { title: 'Undone', isNet: true },
  adjusted: { title: 'Adjusted', isNet: true },
} as const

type HandColumn = keyof typeof handColumns
const columnNames = Object.keys(handColumns) as HandColumn[]

export const byHandReport: Report = {
  name: 'by-hand',
  about: 'what each user of the portal gave by hand: in sales, loaded, as goodwill, with returns, undone and adjusted',
  over: 'period',
  by: placeGroupings,
  run: async ({ db, brand, books }, { from, to, by }) => {
    const grouping = placeGroupings.find((one) => one === by)
    const people = peopleOf(await listHandSums(db, books, { from, to }), brand, grouping)
    const told = people.filter(({ amounts }) => columnNames.some((name) => amounts[name] !== 0n))
    return {
      title: `Given by hand at ${brand.name}, ${from} to ${to}`,
      notes: [
        'By users of the portal. Returns, undone and adjusted: what was given less what was taken. Redemptions and moves',
        'between cards are in none of the columns. The reasons are in the audit log.',
      ],
      columns: [
        textColumn('person', 'Person'),
        ...(grouping ? [textColumn('location', groupingTitles[grouping], { word: grouping })] : []),
        textColumn('valueType', 'Value type'),
        textColumn('program', 'Program'),
        ...columnNames.map((name) => amountColumn(name, handColumns[name].title)),
      ],
      rows: told.toSorted(byMostGiven).map((one) => rowOf(one, brand, grouping)),
    }
  },
}

interface GivenByPerson {
  readonly user: string
  readonly place: string
  readonly valueType: number
  readonly amounts: Record<HandColumn, bigint>
}

function peopleOf(sums: readonly HandSum[], brand: Brand, grouping: PlaceGrouping | undefined): GivenByPerson[] {
  const titles = titlesOf(brand)
  const found = new Map<string, GivenByPerson>()
  for (const { user_name: user, location_id, value_type_id: valueType, kind, added, taken } of sums) {
    const place = grouping ? titles[grouping](location_id) : ''
    const key = JSON.stringify([user, place, valueType])
    const none = { sold: 0n, loaded: 0n, goodwill: 0n, returned: 0n, undone: 0n, adjusted: 0n }
    const one = found.get(key) ?? { user, place, valueType, amounts: none }
    found.set(key, one)
    const name = columnNames.find((known) => known === (kind === 'besideGoodwill' ? 'goodwill' : kind))
    if (name) one.amounts[name] += BigInt(added) - (handColumns[name].isNet ? BigInt(taken) : 0n)
  }
  return [...found.values()]
}

/** Who gave most first, value by value; of those who gave alike, by name. */
function byMostGiven(a: GivenByPerson, b: GivenByPerson): number {
  if (a.valueType !== b.valueType) return a.valueType - b.valueType
  const [one, other] = [givenBy(a), givenBy(b)]
  if (one !== other) return one > other ? -1 : 1
  return `${a.user} ${a.place}` < `${b.user} ${b.place}` ? -1 : 1
}

const givenBy = ({ amounts }: GivenByPerson) => amounts.loaded + amounts.goodwill + amounts.adjusted

function rowOf({ user, place, valueType: id, amounts }: GivenByPerson, brand: Brand, grouping?: string): FigureRow {
  const valueType = brand.valueTypes.get(id)
  if (!valueType) throw new Error(`value type ${id} is not known`)
  return {
    person: user,
    ...(grouping !== undefined && { location: place }),
    ...valueCells(brand, valueType),
    ...Object.fromEntries(columnNames.map((name) => [name, formatUnits(amounts[name], valueType.scale)])),
  }
}
