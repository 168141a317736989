import type { Brand } from '../../domain/brand/brand.ts'
import type { Report } from './report.ts'
import { countColumn, dayColumn, type FigureRow, type ReportTable, textColumn } from './report-table.ts'
import { listTierMovements, type TierMovement } from './tier-day.sql.ts'

/** The ways into a level and out of it. Each change that makes a customer's level another is in one of each. */
const steps = ['cameUp', 'cameDown', 'wentUp', 'lapsed', 'wentDown', 'overrideIn', 'overrideOut', 'other'] as const
type Step = (typeof steps)[number]

const stepTitles: Readonly<Record<Step, string>> = {
  cameUp: 'Came up',
  cameDown: 'Came down',
  wentUp: 'Went up',
  lapsed: 'Lapsed',
  wentDown: 'Went down',
  overrideIn: 'Override, in',
  overrideOut: 'Override, out',
  other: 'Other',
}

export const tiersReport: Report = {
  name: 'tiers',
  about: 'how many cards have each level, and how many came up and down, lapsed or were overridden',
  over: 'period',
  by: [],
  hasDays: true,
  run: async ({ db, brand, books }, asked) => {
    const movements = await listTierMovements(db, books, asked)
    return tableOf(brand, asked, movements)
  },
}

interface Level {
  readonly program: string
  readonly level: string
  opening: number
  readonly days: Map<string, Map<Step, number>>
}

function tableOf(
  brand: Brand,
  { from, to, perDay }: { readonly from: string; readonly to: string; readonly perDay: boolean },
  movements: readonly TierMovement[],
): ReportTable {
  const levels = gather(brand, movements)
  return {
    title: `Levels of the customers of ${brand.name}, ${from} to ${to}`,
    notes: [
      'Opening + everything in between = closing. Lapsed: not kept when the time of the level was over. Went down: by a void or a',
      'return. Other: moved to another card, or another configuration. A level changes on the day on which it is booked.',
    ],
    columns: [
      textColumn('program', 'Program'),
      textColumn('level', 'Level'),
      ...(perDay ? [dayColumn('day', 'Day')] : []),
      countColumn('opening', 'Opening', { total: perDay ? 'first' : 'sum' }),
      ...steps.map((step) => countColumn(step, stepTitles[step])),
      countColumn('closing', 'Closing', { total: perDay ? 'last' : 'sum' }),
    ],
    rows: levels.flatMap((level) => rowsOf(level, brand, { from, perDay })),
    chart: perDay
      ? { kind: 'lines', along: ['day'], of: ['closing'], each: 'level' }
      : { kind: 'bars', along: ['program', 'level'], of: ['opening', 'closing'] },
  }
}

/** In the order of the file; levels that it no longer has come last. */
function gather(brand: Brand, movements: readonly TierMovement[]): Level[] {
  const found = new Map<string, Level>()
  const at = (program: string, level: string): Level => {
    const key = `${program}\0${level}`
    const known = found.get(key) ?? { program, level, opening: 0, days: new Map() }
    found.set(key, known)
    return known
  }
  for (const { id, tiers } of brand.programs.values()) for (const level of tiers?.levels ?? []) at(id, level.id)
  for (const movement of movements) {
    const { program_id, from_level, to_level, changes } = movement
    if (from_level === to_level) continue
    const [out, into] = stepsOf(brand, movement)
    if (from_level !== '') count(at(program_id, from_level), movement.day, out, -changes)
    if (to_level !== '') count(at(program_id, to_level), movement.day, into, changes)
  }
  return [...found.values()]
}

function count(level: Level, day: string | null, step: Step, changes: number): void {
  if (day === null) {
    level.opening += changes
    return
  }
  const sums = level.days.get(day) ?? new Map<Step, number>()
  level.days.set(day, sums)
  sums.set(step, (sums.get(step) ?? 0) + changes)
}

/** How the one level is left, and how the other is come to. */
function stepsOf(brand: Brand, { program_id, from_level, to_level, why }: TierMovement): readonly [Step, Step] {
  if (why === 'override' || why === 'overrideEnded') return ['overrideOut', 'overrideIn']
  if (why === 'moved' || why === 'reconfigured') return ['other', 'other']
  const levels = brand.programs.get(program_id)?.tiers?.levels ?? []
  const rankOf = (level: string) => levels.findIndex(({ id }) => id === level)
  if (rankOf(to_level) > rankOf(from_level)) return ['wentUp', 'cameUp']
  return [why === 'lapsed' ? 'lapsed' : 'wentDown', 'cameDown']
}

function rowsOf(
  { program, level, opening, days }: Level,
  brand: Brand,
  { from, perDay }: { readonly from: string; readonly perDay: boolean },
): FigureRow[] {
  const found = brand.programs.get(program)
  const name = found?.tiers?.levels.find(({ id }) => id === level)?.name ?? level
  const ordered = [...days].toSorted(([a], [b]) => (a < b ? -1 : 1))
  const wanted = ordered.length > 0 ? ordered : [[from, new Map<Step, number>()] as const]
  let customers = opening
  return wanted.map(([day, sums]) => {
    const before = customers
    customers += [...sums.values()].reduce((sum, one) => sum + one, 0)
    return {
      program,
      level: name,
      ...(perDay && { day }),
      opening: String(before),
      ...Object.fromEntries(steps.map((step) => [step, String(sums.get(step) ?? 0)])),
      closing: String(customers),
    }
  })
}
