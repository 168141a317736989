import type { OperationRequest } from '../../ask/ask.ts'
import type { Texts } from '../../texts/shape.ts'
import type { CardPageData } from './card-page-data.ts'

/** What of a customer is edited by hand, in the order of the form. */
export const editedFields = [
  'firstName',
  'lastName',
  'email',
  'mobilePhone',
  'phone',
  'birthday',
  'address1',
  'address2',
  'postal',
  'city',
  'state',
  'country',
  'language',
] as const

export type EditedField = (typeof editedFields)[number]
type OwnField = CardPageData['ownFields'][number]

/** What to do about a field that was refused. */
export function wrongWords(field: string, { wrong }: Texts['customer']): string {
  const known: Readonly<Record<string, string>> = wrong
  return known[field] ?? wrong.other
}

/** What is in the form: fields of the customer, and the brand's own, as they are typed. */
export interface CustomerForm {
  readonly customer: Readonly<Record<EditedField, string>>
  readonly own: Readonly<Record<string, string>>
}

export function toForm({ details, ownFields }: Pick<CardPageData, 'details' | 'ownFields'>): CustomerForm {
  const customer = Object.fromEntries(editedFields.map((name) => [name, details.customer?.[name] ?? '']))
  const own = Object.fromEntries(ownFields.map(({ name, values }) => [name, values.join(', ')]))
  return { customer: customer as CustomerForm['customer'], own }
}

/**
 * The request that makes one form of the other; undefined if they are alike. It has only what is different, so that
 * what somebody else changes meanwhile stays.
 */
export function toRequest(
  before: CustomerForm,
  after: CustomerForm,
  { cardNumber, ownFields }: Pick<CardPageData, 'cardNumber' | 'ownFields'>,
): OperationRequest<'updateAccount'> | undefined {
  const changed = editedFields.filter((name) => before.customer[name] !== after.customer[name])
  const own = ownFields.filter(({ name }) => before.own[name] !== after.own[name])
  if (changed.length === 0 && own.length === 0) return undefined
  const primaryCustomer = Object.fromEntries(changed.map((name) => [name, after.customer[name].trim()]))
  return {
    cardNumber,
    ...(changed.length > 0 && { primaryCustomer }),
    ...(own.length > 0 && { brandDemographics: own.map((field) => toValue(field, after.own[field.name] ?? '')) }),
  }
}

function toValue({ name: fieldName, type, isList }: OwnField, typed: string) {
  const value = typed.trim()
  if (!isList) return { fieldName, value }
  const texts = value.split(',').flatMap((one) => one.trim() || [])
  if (texts.length === 0) return { fieldName, value: '' }
  return { fieldName, values: texts.map((text) => typedValue(type, text)) }
}

function typedValue(type: OwnField['type'], text: string) {
  if (type === 'Date') return { dateValue: text }
  return type === 'Integer' ? { integerValue: Number(text) } : { stringValue: text }
}
