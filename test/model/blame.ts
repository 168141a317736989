import { Divergence } from './compare.ts'
import type { Member, World } from './lane.ts'

/** A divergence, with what happened to the customer whom it is about. */
export class Blamed extends Error {
  readonly member: Member

  constructor(cause: Divergence, member: Member, { now, ladder, brand }: World) {
    const { customer, story } = member
    const lines = story.map(({ at, step, refusedWith, ref, tries }, place) =>
      [
        place,
        new Date(at).toISOString().slice(0, 10),
        JSON.stringify(step),
        refusedWith ?? 'ok',
        ref,
        `tries ${tries}`,
      ].join(' '),
    )
    super(
      [
        `DIVERGENCE on card ${customer.number} of ${brand} at ${new Date(now).toISOString()}: ${cause.message}`,
        `ladder ${JSON.stringify(ladder)}`,
        ...lines,
        `expected ${JSON.stringify(cause.expected)}`,
        `actual   ${JSON.stringify(cause.actual)}`,
      ].join('\n'),
    )
    this.member = member
  }
}

/** Does something to a customer, and tells their story if the two accounts differ. */
export async function blaming(world: World, member: Member, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (error instanceof Divergence) throw new Blamed(error, member, world)
    throw error
  }
}

export function told(error: unknown): string {
  if (error instanceof Blamed) return error.message
  if (error instanceof Divergence)
    return `DIVERGENCE: ${error.message}\nexpected ${JSON.stringify(error.expected)}\nactual   ${JSON.stringify(error.actual)}`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
