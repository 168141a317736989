import type { Instant } from '../../ground/kernel/time.ts'

/** The ways in which somebody says whether they want messages: a caller tells it, or they follow a link, or answer. */
export const consentWays = ['call', 'link', 'reply'] as const

/** How it was said whether messages are wanted. */
export interface ConsentSaid {
  readonly way: (typeof consentWays)[number]
  readonly at: Instant
  readonly locationId?: string
  readonly employeeId?: string
  /** The user of the portal who entered it. */
  readonly user?: string
  /** The key of the till, shop or program that told it. */
  readonly key?: string
  /** The words that were agreed to. */
  readonly text?: string
}

interface ConsentContext {
  readonly now: Instant
  readonly call: {
    readonly locationId: string
    readonly employeeId?: string
    readonly user?: { readonly name: string }
    readonly key?: { readonly name: string }
  }
}

/** What is known of a call by which somebody told what a customer chose. */
export function saidByCall({ now, call }: ConsentContext, text?: string): ConsentSaid {
  const { locationId, employeeId, user, key } = call
  return {
    way: 'call',
    at: now,
    ...(locationId !== '' && { locationId }),
    ...(employeeId !== undefined && { employeeId }),
    ...(user && { user: user.name }),
    ...(!user && key && { key: key.name }),
    ...(text?.trim() && { text: text.trim() }),
  }
}
