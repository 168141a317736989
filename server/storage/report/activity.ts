import type { Brand } from '../../domain/brand/brand.ts'
import { type Activity, listActivity } from './activity-day.sql.ts'
import { placeGroupings, titlesOf, unnamed } from './grouping.ts'
import type { Report } from './report.ts'
import { countColumn, type FigureRow, textColumn } from './report-table.ts'

export const activityKinds = ['sale', 'void', 'return', 'adjustment', 'wrongPin', 'refused', 'other'] as const
type Kind = (typeof activityKinds)[number]

const kindTitles: Readonly<Record<Kind, string>> = {
  sale: 'Sales',
  void: 'Voids',
  return: 'Returns',
  adjustment: 'Adjustments',
  wrongPin: 'Wrong pins',
  refused: 'Refused',
  other: 'Other calls',
}

/** What is worth a look when there is much of it. */
const watched = ['void', 'return', 'adjustment', 'wrongPin'] as const satisfies readonly Kind[]

/** Fewer cases say nothing. */
const casesMin = 5
/** How many times the share of the one in the middle stands out. */
const timesMedian = 3

type Counts = Readonly<Record<Kind, number>>

export const activityReport: Report = {
  name: 'activity',
  about:
    'calls of each store or employee by kind, and what stands out among voids, returns, adjustments and wrong pins',
  over: 'period',
  by: [...placeGroupings, 'employee'],
  usualBy: 'location',
  run: async ({ db, brand, books }, { from, to, by = 'location' }) => {
    const titles = titlesOf(brand)
    const keyOf = ({ location_id, employee_id }: Activity) => {
      if (by === 'group') return titles.group(location_id)
      return by === 'employee' ? `${location_id}\0${employee_id}` : location_id
    }
    const counts = countsOf(await listActivity(db, books, { from, to }), keyOf)
    const medians = new Map(watched.map((kind) => [kind, medianShare([...counts.values()], kind)]))
    const rows = [...counts]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, one]): FigureRow => {
        const [location = '', employee = ''] = key.split('\0')
        const remarkable = watched.filter((kind) => standsOut(one, kind, medians.get(kind) ?? 0))
        return {
          location: by === 'group' ? location : titles.location(location),
          ...(by === 'employee' && { employee: employeeName(brand, location, employee) }),
          rowId: JSON.stringify(by === 'employee' ? [location, employee] : [location]),
          ...Object.fromEntries(activityKinds.map((kind) => [kind, String(one[kind])])),
          standsOut: remarkable.map((kind) => kindTitles[kind].toLowerCase()).join(', '),
        }
      })
    return {
      title: `Activity of ${brand.name}, ${from} to ${to}`,
      notes: [
        `Stands out: at least ${casesMin} cases, and a share of all calls here of at least ${timesMedian} times the share of the ${by} in the`,
        'middle (the median). It is a reason to look, not a proof of anything.',
      ],
      columns: [
        textColumn('location', by === 'group' ? 'Group' : 'Location', { word: by === 'group' ? 'group' : 'location' }),
        ...(by === 'employee' ? [textColumn('employee', 'Employee')] : []),
        ...activityKinds.map((kind) => countColumn(kind, kindTitles[kind], { opens: true })),
        textColumn('standsOut', 'Stands out'),
      ],
      rows,
      chart: { kind: 'stack', along: by === 'employee' ? ['location', 'employee'] : ['location'], of: watched },
    }
  },
}

function countsOf(activity: readonly Activity[], keyOf: (one: Activity) => string): Map<string, Counts> {
  const found = new Map<string, Record<Kind, number>>()
  for (const one of activity) {
    const { kind, calls } = one
    const key = keyOf(one)
    const counts = found.get(key) ?? { sale: 0, void: 0, return: 0, adjustment: 0, wrongPin: 0, refused: 0, other: 0 }
    found.set(key, counts)
    counts[activityKinds.find((known) => known === kind) ?? 'other'] += calls
  }
  return found
}

const shareOf = (counts: Counts, kind: Kind) => counts[kind] / activityKinds.reduce((sum, one) => sum + counts[one], 0)

/** The share of the one in the middle; of two in the middle, the lower one. */
export function medianShare(all: readonly Counts[], kind: Kind): number {
  const shares = all.map((counts) => shareOf(counts, kind)).toSorted((a, b) => a - b)
  return shares[Math.floor((shares.length - 1) / 2)] ?? 0
}

export function standsOut(counts: Counts, kind: Kind, median: number): boolean {
  const share = shareOf(counts, kind)
  return counts[kind] >= casesMin && share > median && share >= timesMedian * median
}

function employeeName({ locations }: Brand, location: string, employee: string): string {
  return locations.get(location)?.employees.get(employee)?.name ?? (employee || unnamed)
}
