import { partyOf } from '../../account/third-party.ts'
import { customerFields } from '../../brand/rules/customer-fields.ts'
import { addDays, daysBetween } from '../clock.ts'
import { toDecimal } from '../decimal.ts'
import { ofAccount } from './card-facts.ts'
import { counted, type FactCompiler, type FactReading, found, listed, missing, plain } from './reading.ts'

/** Facts about the customer, as the card's account has them. */
export const customerFacts: Readonly<Record<string, FactCompiler>> = {
  ...fieldFacts(),
  'customer.age': plain(
    ofAccount(({ customer }, { clock, due = clock }) => counted(ageOn(due.date, textOf(customer.birthday)))),
  ),
  'customer.birthdayInDays': plain(
    ofAccount(({ customer }, { clock, due = clock }) => counted(daysToBirthday(due.date, textOf(customer.birthday)))),
  ),
  demographic: ({ name = '' }, { fields }) => {
    const field = fields.get(name)
    return ofAccount(({ demographics }) => {
      const values = demographics[name] ?? []
      if (field?.type !== 'Integer') return field?.list ? listed(values.map(String)) : textReading(values[0])
      const numbers = values.map((value) => toDecimal(Number(value))).filter((value) => value !== undefined)
      if (field.list) return numbers.length === 0 ? missing : found(numbers)
      return found(numbers[0])
    })
  },
  optIn: ({ channel = '', list }) => {
    const party = partyOf(channel)
    return ofAccount(({ optIns }) => {
      const ofChannel = optIns.filter((optIn) => optIn.channel === party)
      const wantsChannel = ofChannel.some((optIn) => optIn.list === undefined)
      return found(wantsChannel && (list === undefined || ofChannel.some((optIn) => optIn.list === list)))
    })
  },
}

function fieldFacts(): Record<string, FactCompiler> {
  const entries = Object.entries(customerFields).map(([name, field]): [string, FactCompiler] => {
    const isList = 'list' in field
    const read = ofAccount(({ customer }) => {
      const value = customer[name]
      if (isList) return listed(typeof value === 'object' ? value : [])
      return field.type === 'number' ? numberReading(value) : textReading(value)
    })
    return [`customer.${name}`, plain(read)]
  })
  return Object.fromEntries(entries)
}

/** An empty text is a field that was cleared. */
function textReading(value: unknown): FactReading {
  return value === undefined || value === '' ? missing : found(String(value))
}

function numberReading(value: unknown): FactReading {
  return typeof value === 'number' ? found(toDecimal(value)) : missing
}

const textOf = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)

/** In full years. In years without a 29 February, its birthday falls on the 28th. */
export function ageOn(today: string, birthday: string | undefined): number | undefined {
  if (birthday === undefined || birthday > today) return undefined
  const year = Number(today.slice(0, 4))
  const years = year - Number(birthday.slice(0, 4))
  return birthdayIn(year, birthday) <= today ? years : years - 1
}

export function daysToBirthday(today: string, birthday: string | undefined): number | undefined {
  if (birthday === undefined) return undefined
  const year = Number(today.slice(0, 4))
  const thisYear = birthdayIn(year, birthday)
  return daysBetween(today, thisYear >= today ? thisYear : birthdayIn(year + 1, birthday))
}

/** The date of the birthday in a year. */
export function birthdayIn(year: number, birthday: string): string {
  const monthAndDay = birthday.slice(4)
  const isLeapDay = monthAndDay === '-02-29'
  const firstOfMarch = `${year}-03-01`
  return isLeapDay ? addDays(firstOfMarch, -1) : `${year}${monthAndDay}`
}
