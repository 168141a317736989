import type { Account } from '../../../../domain/account/account.ts'
import { isCountryCodeAlone, toE164 } from '../../../../domain/account/phone.ts'
import { demographicTermField, termsOf, toTermText } from '../../../../domain/account/terms.ts'
import { type Refusal, refuseField } from '../../../../ground/kernel/errors.ts'
import type { WantedTerm } from '../../../../storage/store/queries/term-search.sql.ts'
import type { SearchRequest } from './contract.ts'

type Filters = SearchRequest['filters']

const prefixFields = ['firstName', 'lastName', 'email'] as const
const wholeFields = ['postal', 'birthday'] as const
const phoneFields = ['phone', 'mobilePhone'] as const
const prefixCharactersMin = 3

/** What says too little: a beginning that half the customers share, and a phone number that is empty. */
export function checkFilters(filters: Filters, path: string, isExact: boolean): Refusal | undefined {
  const empty = phoneFields.find((name) => isCountryCodeAlone(filters[name] ?? ''))
  if (empty) return refuseField(100, `${path}.${empty}`, 'must not be empty; it is a country code alone')
  if (isExact) return undefined
  const short = prefixFields.find((name) => {
    const given = filters[name]
    return given?.endsWith('*') && given.length <= prefixCharactersMin
  })
  return short && refuseField(100, `${path}.${short}`, `needs ${prefixCharactersMin} characters before the *`)
}

/** How filters are read: phone numbers without a country, and whether a * asks for a beginning. */
interface Reading {
  readonly country: string
  readonly isExact: boolean
}

/** The filters on customers, as they are looked for. */
export function wantedTerms(filters: Filters, { country, isExact }: Reading): readonly WantedTerm[] {
  const readPrefix = isExact ? wholeTerm : toTerm
  return [
    ...prefixFields.flatMap((field) => readPrefix(field, filters[field])),
    ...wholeFields.flatMap((field) => wholeTerm(field, filters[field])),
    ...phoneFields.flatMap((field) => {
      const given = filters[field]
      return wholeTerm(field, given === undefined ? undefined : (toE164(given, country) ?? given))
    }),
    ...(filters.customDemographics ?? []).flatMap(({ fieldName, textValue }) =>
      wholeTerm(demographicTermField(fieldName), textValue),
    ),
  ]
}

function toTerm(field: string, given: string | undefined): readonly WantedTerm[] {
  if (!given?.endsWith('*')) return wholeTerm(field, given)
  return [{ field, text: toTermText(given.slice(0, -1)), isPrefix: true }]
}

function wholeTerm(field: string, given: string | undefined): readonly WantedTerm[] {
  return given === undefined ? [] : [{ field, text: toTermText(given), isPrefix: false }]
}

/** Whether an account that has been read matches. */
export function matchesTerms(account: Account, wanted: readonly WantedTerm[]): boolean {
  const terms = termsOf(account)
  return wanted.every(({ field, text, isPrefix }) =>
    terms.some((one) => one.field === field && (isPrefix ? one.term.startsWith(text) : one.term === text)),
  )
}
