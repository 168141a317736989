import { parseArgs } from 'node:util'
import type { Case } from './case.ts'
import type { Client } from './load/client.ts'
import type { Plan } from './plan.ts'

export interface Flags {
  readonly cases: readonly Case[]
  readonly plan: Plan
  /** Whether the server writes a CPU profile. */
  readonly profile: boolean
  /** What makes the calls; absent: wrk, where the system has it. */
  readonly client?: Client['name']
}

const plans = {
  whole: { rounds: 5, seconds: 5, lastRoundBy: Number.POSITIVE_INFINITY, warmUpSeconds: { started: 5, running: 2 } },
  quick: { rounds: 2, seconds: 1.5, lastRoundBy: 38, warmUpSeconds: { started: 2, running: 0.5 } },
  // One long round: a profile counts samples, and its own cost spoils the comparison anyway.
  profile: { rounds: 1, seconds: 10, lastRoundBy: Number.POSITIVE_INFINITY, warmUpSeconds: { started: 3, running: 2 } },
} satisfies Record<string, Plan>

export const usage = (all: readonly Case[]) =>
  `Usage: npm run bench -- [--quick] [--only ${all.map(({ name }) => name).join(',')}] [--profile] [--client wrk|node]\n`

/** Reads the command line; a text says what is wrong with it. */
export function readFlags(argv: readonly string[], all: readonly Case[]): Flags | string {
  const options = {
    quick: { type: 'boolean' },
    only: { type: 'string' },
    profile: { type: 'boolean' },
    client: { type: 'string' },
  } as const
  try {
    const { quick = false, only, profile = false, client } = parseArgs({ args: [...argv], options }).values
    if (client !== undefined && client !== 'wrk' && client !== 'node') return `unknown client: ${client}`
    const names = only?.split(',')
    const unknown = names?.filter((name) => !all.some((known) => known.name === name)) ?? []
    if (unknown.length > 0) return `unknown case: ${unknown.join(', ')}`
    const cases = all.filter((known) => (names ? names.includes(known.name) : known.isQuick || !quick))
    if (profile && cases.length !== 1) return '--profile needs one case, such as --only redeem'
    const plan = plans[profile ? 'profile' : quick ? 'quick' : 'whole']
    return { cases, plan, profile, ...(client && { client }) }
  } catch (error) {
    return (error as Error).message
  }
}
