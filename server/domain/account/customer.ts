import { isCountry } from '../../ground/kernel/country.ts'
import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import { canonicalLanguage } from '../../ground/kernel/language-tag.ts'
import type { Decimal } from '../../ground/kernel/money.ts'
import type { CustomerRecord } from './account.ts'
import { isEmail } from './email.ts'
import { changeList, type ListChange, listEntriesMax } from './list-change.ts'
import { isCountryCodeAlone, toE164 } from './phone.ts'

/** Updates of a customer. Absent fields stay as they are; an empty text clears a field. */
export interface CustomerChanges {
  readonly email?: string
  readonly phone?: string
  readonly mobilePhone?: string
  readonly country?: string
  readonly language?: string
  readonly latitude?: Decimal | ''
  readonly longitude?: Decimal | ''
  readonly affiliatedLocations?: ListChange<string>
  readonly [field: string]: string | number | Decimal | ListChange<string> | undefined
}

/** About the width of a hand. More precise coordinates are rounded. */
const coordinateDecimals = 6

/** What is wrong with the updates themselves, whatever is stored. `path` is their place in the request. */
export function checkCustomer(changes: CustomerChanges | undefined, path: string): Refusal | undefined {
  if (!changes) return undefined
  const { email, country, language } = changes
  if (email && !isEmail(email)) return refuseField(100, `${path}.email`, 'expected an e-mail address')
  if (country && !isCountry(country)) return refuseField(100, `${path}.country`, 'expected a country code of ISO 3166')
  if (language && canonicalLanguage(language) === undefined)
    return refuseField(100, `${path}.language`, 'expected a language tag of BCP 47 such as de or pt-BR')
  return undefined
}

interface CustomerPlace {
  readonly path: string
  /** How phone numbers are read if neither the updates nor the customer have a country: by the first defined one. */
  readonly countries: readonly (string | undefined)[]
}

/** The customer with the updates, which must have been checked. An impossible phone number is refused with 131. */
export function changeCustomer(
  before: CustomerRecord,
  changes: CustomerChanges,
  { path, countries }: CustomerPlace,
): CustomerRecord | Refusal {
  const known = changes.country ?? (typeof before.country === 'string' ? before.country : undefined)
  const country = [known, ...countries].find(Boolean) ?? ''
  const fields = new Map(Object.entries(before))
  for (const [name, given] of Object.entries(changes)) {
    if (given === undefined) continue
    const value = toValue(name, given, { before, country })
    if (value === undefined) return refuseField(131, `${path}.${name}`, `not a possible phone number for ${country}`)
    if (typeof value === 'object' && value.length > listEntriesMax)
      return refuseField(100, `${path}.${name}`, `must have at most ${listEntriesMax} elements`)
    if (value === '' || (typeof value === 'object' && value.length === 0)) fields.delete(name)
    else fields.set(name, value)
  }
  return Object.fromEntries(fields)
}

/** Adding 0 turns -0 into 0, as the database would. */
const toDegrees = ({ units, scale }: Decimal) => Number((units / 10 ** scale).toFixed(coordinateDecimals)) + 0

function toValue(
  name: string,
  given: string | number | Decimal | ListChange<string>,
  { before, country }: { before: CustomerRecord; country: string },
): string | number | readonly string[] | undefined {
  if (typeof given === 'string') {
    if (name === 'language') return canonicalLanguage(given) ?? ''
    if (given === '' || (name !== 'phone' && name !== 'mobilePhone')) return given
    return isCountryCodeAlone(given) ? '' : toE164(given, country)
  }
  if (typeof given === 'number') return given
  if ('units' in given) return toDegrees(given)
  const list = before[name]
  return changeList(typeof list === 'object' ? list : [], given)
}
