/** Whose wall clock: that of the place where the call is made, of the customer's home location, or of the brand. */
export type ClockOwner = 'location' | 'home' | 'brand'

/**
 * Which clock counts for what. Where a call has no place, or a card no home location, it is the brand's.
 * docs/clocks.md is made from this table.
 */
export const clocks = {
  window: 'location',
  'request.dayOfWeek': 'location',
  'request.hour': 'location',
  'request.date': 'location',
  'request.dayOfMonth': 'location',
  'limit per location': 'location',
  'limit per terminal': 'location',
  'limit per employee': 'location',
  'limit per card': 'brand',
  'limit per child': 'brand',
  'limit per customer': 'brand',
  'limit per email': 'brand',
  'limit per phone': 'brand',
  'limit per device': 'brand',
  'limit per code': 'brand',
  'limit per brand': 'brand',
  budget: 'brand',
  'from and until': 'brand',
  history: 'brand',
  expiry: 'brand',
  tiers: 'brand',
  'date rules': 'home',
  messages: 'home',
  'limits of people': 'brand',
  reports: 'brand',
  'closed months': 'brand',
  "a location's day": 'location',
} as const satisfies Readonly<Record<string, ClockOwner>>

export type Clocked = keyof typeof clocks

/** The clocks of a call. */
interface ClocksOf<Clock> {
  /** The brand's. */
  readonly clock: Clock
  /** When a rule that runs late was due. */
  readonly due?: Clock | undefined
  readonly wall?: Clock | undefined
  readonly home?: Clock | undefined
}

/** The clock of a call that counts for something, as the table says. */
export function clockFor<Clock>(
  thing: Clocked,
  { clock, due = clock, wall = due, home = clock }: ClocksOf<Clock>,
): Clock {
  switch (clocks[thing]) {
    case 'location':
      return wall
    case 'home':
      return home
    case 'brand':
      return clock
  }
}

/** Whose clock counts for a name of the table: a fact of conditions, for example. Undefined for all that has no clock. */
export const clockOwner = (name: string): ClockOwner | undefined =>
  Object.hasOwn(clocks, name) ? clocks[name as Clocked] : undefined

export const isByPlace = (name: string): boolean => clockOwner(name) === 'location'
