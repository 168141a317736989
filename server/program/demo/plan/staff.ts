import type { Chance } from '../chance.ts'
import type { Day } from './calendar.ts'
import type { DemoPlace } from './step.ts'

/** Voids more sales than anybody else, since a few weeks. */
export const suspiciousEmployee = 'E6'
export const suspiciousSinceAgo = 45

const staff: Readonly<
  Record<string, { readonly terminals: readonly string[]; readonly employees: readonly string[] }>
> = {
  L1: { terminals: ['T1', 'T2'], employees: ['E1', 'E2'] },
  L2: { terminals: ['T1'], employees: ['E3', 'E4'] },
  L3: { terminals: ['T1', 'T2'], employees: ['E5', suspiciousEmployee] },
  WEB: { terminals: ['WEB'], employees: [] },
}

/** Employees take turns by day and half of the day. L2 and L3 have employees in the file since a later version of it. */
export function placeAt(location: string, day: Day, chance: Chance): DemoPlace {
  const { terminals = ['T1'], employees = [] } = staff[location] ?? {}
  const terminal = chance.pick(terminals)
  const employee = employees[(day.ago + chance.whole(0, 1)) % Math.max(employees.length, 1)]
  const isKnown = employee !== undefined && (location === 'L1' || day.ago < staffListedAgo)
  return { location, terminal, ...(isKnown && { employee }) }
}

/** When the employees of the other locations are entered: see demo/later.yaml. */
const staffListedAgo = 300
