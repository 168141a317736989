import { isKnown, isNone, soleNumber } from './asked.ts'
import { type Raw, textIn } from './draft.ts'
import type { Fact } from './fact.ts'
import { timesInEnglish, timesInGerman } from './history.ts'
import { counted, fullDaysSince } from './reading.ts'
import type { FactSay } from './say.ts'

const takes = ['categoryId', 'eventType', 'within'] as const

/** ` “app opened”`; nothing where any event counts. */
const named = ({ categoryId }: Raw, say: FactSay) =>
  categoryId === undefined ? '' : ` ${say.quoted(say.called('eventType', categoryId))}`

/** `the event “app opened” (big)`, `any event`. */
function event(args: Raw, say: FactSay, [the, any]: readonly [string, string]): string {
  const name = args.categoryId === undefined ? any : `${the}${named(args, say)}`
  const type = textIn(args.eventType)
  return type === undefined ? name : `${name} (${type})`
}

const english = ['the event', 'any event'] as const
const german = ['das Ereignis', 'irgendein Ereignis'] as const

/** Facts about events of the card. */
export const eventFacts = {
  'event.count': {
    type: 'number',
    of: 'card',
    takes,
    meaning: 'How many events the card has.',
    example: '{ fact: event.count, categoryId: app-open, within: { days: 7 }, op: ">=", value: 3 }',
    cost: 2,
    read: (view) => view.events(({ count }) => counted(count)),
    en: {
      name: 'Number of events',
      clause: (asked, say, about) => {
        const name = event(asked.arguments, say, english)
        const whom = about === 'customer' ? 'the customer' : 'somebody'
        if (isKnown(asked)) return say.isKnown(asked, `how often ${whom} has had ${name}`)
        const during = say.within(asked.arguments.within)
        if (isNone(asked)) return `${say.who(about)} has not had ${name}${during}`
        return `${say.who(about)} has had ${name} ${timesInEnglish(asked, say)}${during}`
      },
      each: (per, say, args) => {
        const of = `${named(args, say)}${say.within(args.within)}`
        return say.forEach(per, `event${of}`, `events${of}`)
      },
    },
    de: {
      name: 'Anzahl der Ereignisse',
      clause: (asked, say, about) => {
        const name = event(asked.arguments, say, german)
        if (isKnown(asked)) return say.isKnown(asked, `wie oft ${name} eingetreten ist`)
        const whom = about === 'customer' ? 'beim Kunden' : 'bei wem'
        const times = isNone(asked) ? 'nicht' : timesInGerman(asked, say)
        return `${whom}${say.within(asked.arguments.within)} ${name} ${times} eingetreten ist`
      },
      each: (per, say, args) => {
        const of = `${named(args, say)}${say.within(args.within)}`
        return say.forEach(per, `Ereignis${of}`, `Ereignisse${of}`)
      },
    },
  },
  'event.daysSinceLast': {
    type: 'number',
    of: 'card',
    takes,
    meaning: 'Days since the last event.',
    example: '{ fact: event.daysSinceLast, eventType: BOUNCED, op: ">", value: 30 }',
    cost: 2,
    read: (view) => view.events(({ lastAt }) => fullDaysSince(lastAt, view.call.clock)),
    en: {
      name: 'Days since the last event',
      measured: 'days since the last event',
      unit: 'days since the last event',
      clause: (asked, say, about) => {
        const name = event(asked.arguments, say, english)
        if (asked.op === 'missing') return `${say.who(about)} has never had ${name}`
        if (asked.op === 'exists') return `${say.who(about)} has had ${name}`
        const days = soleNumber(asked) === 1 ? 'day' : 'days'
        return `${say.who(about)} last had ${name} ${say.quantity(asked)} ${days} ago`
      },
      each: (per, say, args) => {
        const name = event(args, say, english)
        return say.forEach(per, `day since ${name}`, `days since ${name}`)
      },
    },
    de: {
      name: 'Tage seit dem letzten Ereignis',
      measured: 'Tage seit dem letzten Ereignis',
      unit: 'Tage seit dem letzten Ereignis',
      clause: (asked, say, about) => {
        const what = `${about === 'customer' ? 'beim Kunden' : 'bei wem'} ${event(asked.arguments, say, german)}`
        if (asked.op === 'missing') return `${what} noch nie eingetreten ist`
        if (asked.op === 'exists') return `${what} schon einmal eingetreten ist`
        const days = soleNumber(asked) === 1 ? 'Tag' : 'Tagen'
        return `${what} zuletzt vor ${say.quantity(asked)} ${days} eingetreten ist`
      },
      each: (per, say, args) => {
        const of = `seit dem letzten Ereignis${named(args, say)}`
        return say.forEach(per, `Tag ${of}`, `Tage ${of}`)
      },
    },
  },
} as const satisfies Record<string, Fact>
