import type { Instant } from '../../../ground/kernel/time.ts'
import { type Day, listDays } from './calendar.ts'
import type { DemoYear } from './demo-year.ts'
import { planGiftCard } from './gift-cards.ts'
import { incidents } from './incidents.ts'
import { planPassersBy } from './passers-by.ts'
import { type DemoPerson, invitePeople } from './people.ts'
import type { DemoStep } from './step.ts'
import { planPerson } from './visits.ts'

export interface PlanInput {
  readonly seed: string
  readonly people: number
  /** When the history ends. */
  readonly end: Instant
  readonly timeZone: string
  /** Numbers of cards for people, and for those who lose theirs. */
  readonly cards: readonly string[]
  readonly giftCards: readonly string[]
  /** How many campaigns with a hold-out a card gets so many days before the end. */
  readonly treatments: (cardNumber: string, daysAgo: number) => number
}

export interface PlannedDay {
  readonly day: Day
  readonly steps: readonly DemoStep[]
}

/** A year of a coffee shop, day by day. The same input gives the same plan. */
export function planHistory(input: PlanInput): readonly PlannedDay[] {
  const { seed, end, timeZone, cards, giftCards, treatments } = input
  const people = invitePeople(seed, input.people)
  const cardOf = ({ number }: DemoPerson) => cards[number] ?? ''
  const days = listDays(end, timeZone)
  const year: DemoYear = { seed, days, treatments: (person, { ago }) => treatments(cardOf(person), ago) }
  const usual = people.map((person) => [person, planPerson(person, cardOf(person), year)] as const)
  const steps = [
    ...withIncidents({ usual, cards }, year),
    ...giftCards.flatMap((cardNumber, number) => planGiftCard(number, cardNumber, year)),
    ...people.slice(0, 1).flatMap((anybody) => planPassersBy(year, anybody)),
  ].filter(({ at }) => at < end)
  return byDay(days, steps)
}

interface Planned {
  readonly usual: readonly (readonly [DemoPerson, readonly DemoStep[]])[]
  readonly cards: readonly string[]
}

/** Those who have been there long enough have one incident each. What they do afterwards may be with another card. */
function withIncidents({ usual, cards }: Planned, year: DemoYear): readonly DemoStep[] {
  const free = usual.filter(([{ joinsAgo, habit }]) => joinsAgo > 60 && habit !== 'lapsed')
  const spares = cards.slice(usual.length)
  const changed = new Map<DemoPerson, readonly DemoStep[]>()
  for (const { count, happens, leaves } of incidents) {
    for (const [index, [person, steps]] of free.splice(0, count).entries()) {
      const spare = spares.shift() ?? ''
      const told = happens({ person, cardNumber: cards[person.number] ?? '', spare, index }, year)
      const since = leaves === undefined ? Number.POSITIVE_INFINITY : (told[0]?.at ?? Number.POSITIVE_INFINITY)
      const later =
        leaves === 'no card' ? [] : steps.filter(({ at }) => at >= since).map((step) => withCard(step, spare))
      changed.set(person, [...steps.filter(({ at }) => at < since), ...told, ...later])
    }
  }
  return usual.flatMap(([person, steps]) => changed.get(person) ?? steps)
}

const withCard = (step: DemoStep, cardNumber: string): DemoStep => ({ ...step, body: { ...step.body, cardNumber } })

function byDay(days: readonly Day[], steps: readonly DemoStep[]): readonly PlannedDay[] {
  const sorted = steps.toSorted((one, other) => one.at - other.at)
  let index = 0
  return days.map((day, place) => {
    const next = days[place + 1]
    const first = index
    // Somebody may open the app before the shop opens.
    const ends = next ? next.opensAt - 3 * 3_600_000 : Number.POSITIVE_INFINITY
    while ((sorted[index]?.at ?? Number.POSITIVE_INFINITY) < ends) index += 1
    return { day, steps: sorted.slice(first, index) }
  })
}
