import type { CouponFlowWish, MessageText } from './coupon-entries.ts'

type NumberField = 'days' | 'validDays' | 'worth'

/** A wish whose numbers may be missing while they are typed. */
export type TypedWish = Omit<CouponFlowWish, NumberField> & {
  readonly [Field in NumberField]: number | undefined
}

/** What was entered so far. Without a choice of what it gives, the set decides. */
export type CouponForm = Omit<TypedWish, 'gives'> & { readonly gives: CouponFlowWish['gives'] | undefined }

export type NumberFault = 'days' | 'percent' | 'amount'
export type NumberFaults = { readonly [Field in NumberField]?: NumberFault }

export const daysMax = 3650

/** A coupon that is honoured already gets no second rule unless somebody wants one. */
export const wishOf = (form: CouponForm, isHonoured: boolean): TypedWish => ({
  ...form,
  gives: form.gives ?? (isHonoured ? 'already' : 'percent'),
})

/** An empty field is no number: neither 0 nor what stood there before. */
export const typedNumber = (typed: number | string): number | undefined =>
  typed === '' || Number.isNaN(Number(typed)) ? undefined : Number(typed)

/** Only fields that are shown have faults. */
export function faultsOf({ occasion, days, validDays, gives, worth }: TypedWish): NumberFaults {
  const isWorth = worth !== undefined && worth > 0 && (gives === 'amount' || worth <= 100)
  return {
    ...(occasion !== 'joined' && !areDays(days) && { days: 'days' }),
    ...(!areDays(validDays) && { validDays: 'days' }),
    ...(gives !== 'already' && !isWorth && { worth: gives }),
  }
}

const areDays = (days: number | undefined): boolean =>
  days !== undefined && Number.isInteger(days) && days >= 1 && days <= daysMax

/** Whether a draft without faults can be made of it. */
export const isWhole = (wish: TypedWish): wish is CouponFlowWish =>
  Object.keys(faultsOf(wish)).length === 0 &&
  [wish.name, ...wish.messages.flatMap(({ subject, body }) => [subject, body])].every((text) => text.trim() !== '')

/** A message for each language of the brand; what there is to begin with is in the reader's, if the brand speaks it. */
export function firstMessages(
  languages: readonly string[],
  reader: string,
  first: MessageText,
): readonly MessageText[] {
  if (languages.length < 2) return [first]
  const own = languages.find((one) => one.split('-')[0] === reader)
  return languages.map((language) => (language === own ? { ...first, language } : { language, subject: '', body: '' }))
}
