import { thirdPartiesOf } from '../../domain/account/third-party.ts'
import { customerFields } from '../../domain/brand/rules/customer-fields.ts'
import { birthdayIn } from '../../domain/campaign/facts/birthday.ts'
import { textArray } from '../../ground/database/arrays.ts'
import { type Fragment, sql } from '../../ground/database/fragment.ts'
import { account, type SqlFactSource, type SqlFacts } from './card-facts.sql.ts'
import type { Frame } from './frame.ts'
import { oneFlag, oneNumber, oneText } from './value-test.sql.ts'

/** Facts about the customer; a card without an account has none of them. */
export const customerSqlFacts = {
  ...fieldFacts(),
  'customer.age': (frame) => oneNumber(ageOf(frame)),
  'customer.birthdayInDays': (frame) => oneNumber(daysToBirthday(frame)),
  demographic: (frame, { name = '' }) => {
    const field = frame.brand.document.demographicFields.find((one) => one.name === name)
    const values = sql`jsonb_array_elements_text(${account(frame)}.demographics -> ${name}::text)`
    const isNumber = field?.type === 'Integer'
    const elements = sql`${values} with ordinality as element (value, place)`
    // A field whose type was changed may have values that are not numbers.
    const numbers = sql`(select value::numeric, place from ${elements} where value ~ ${number}::text) as number`
    if (field?.list) {
      return isNumber ? { kind: 'many', type: 'number', from: numbers } : { kind: 'many', type: 'text', from: elements }
    }
    if (isNumber) return oneNumber(sql`(select value from ${numbers} order by place limit 1)`)
    return oneText(sql`nullif(${account(frame)}.demographics -> ${name}::text ->> 0, '')`)
  },
  optIn: (frame, { channel = '', list }) => {
    const parties = thirdPartiesOf(channel)
    const effective = (one: Fragment) =>
      sql`${one} @> '{"optIn": true}' and (link ->> 'thirdParty' <> all(${confirmed(parties)}::text[]) or ${one} @> '{"confirmed": true}')`
    const lists = sql`jsonb_array_elements(link -> 'lists') as list`
    const isListed =
      list === undefined
        ? sql`true`
        : sql`exists (select from ${lists} where list ->> 'uuid' = ${list}::text and ${effective(sql`list`)})`
    const named = textArray(parties.map(({ thirdParty }) => thirdParty))
    return oneFlag(sql`exists (select from jsonb_array_elements(${account(frame)}.links) as link
      where link ->> 'thirdParty' = any(${named}::text[]) and ${effective(sql`link`)} and ${isListed})`)
  },
} satisfies SqlFacts

const number = '^-?[0-9]{1,15}$'

const confirmed = (parties: ReturnType<typeof thirdPartiesOf>) =>
  textArray(parties.filter(({ isDouble }) => isDouble).map(({ thirdParty }) => thirdParty))

function fieldFacts() {
  const entries = Object.entries(customerFields).map(([name, field]): [string, SqlFactSource] => [
    `customer.${name}`,
    (frame) => {
      const value = sql`${account(frame)}.customer -> ${name}::text`
      if ('list' in field) {
        const elements = sql`case when jsonb_typeof(${value}) = 'array' then ${value} end`
        return { kind: 'many', type: 'text', from: sql`jsonb_array_elements_text(${elements}) as element (value)` }
      }
      if (field.type === 'number')
        return oneNumber(sql`case when jsonb_typeof(${value}) = 'number' then (${value})::numeric end`)
      return oneText(textOf(frame, name))
    },
  ])
  return Object.fromEntries(entries) as Record<`customer.${keyof typeof customerFields}`, SqlFactSource>
}

/** An empty text is a field that was cleared. */
function textOf(frame: Frame, name: string): Fragment {
  return sql`nullif(${account(frame)}.customer ->> ${name}::text, '')`
}

function ageOf(frame: Frame): Fragment {
  const { date } = frame.clock
  const birthday = textOf(frame, 'birthday')
  const years = sql`${date.slice(0, 4)}::numeric - left(${birthday}, 4)::numeric`
  const isBefore = sql`${inYear(birthday, Number(date.slice(0, 4)))} collate "C" > ${date}::text`
  return sql`case when ${birthday} collate "C" <= ${date}::text then ${years} - case when ${isBefore} then 1 else 0 end end`
}

function daysToBirthday(frame: Frame): Fragment {
  const { date } = frame.clock
  const year = Number(date.slice(0, 4))
  const birthday = textOf(frame, 'birthday')
  const thisYear = inYear(birthday, year)
  const next = sql`case when ${thisYear} collate "C" >= ${date}::text then ${thisYear} else ${inYear(birthday, year + 1)} end`
  return sql`((${next})::date - ${date}::date)::numeric`
}

/** The birthday in a year. In years without a 29 February, that birthday falls on the 28th. */
function inYear(birthday: Fragment, year: number): Fragment {
  const leapDay = birthdayIn(year, `${year}-02-29`)
  return sql`case when substr(${birthday}, 5) = '-02-29' then ${leapDay}::text else ${String(year)}::text || substr(${birthday}, 5) end`
}
