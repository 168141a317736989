import type { ComponentType } from 'react'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'
import { CardSetsField } from './card-sets-field.tsx'
import { CouponSetForm } from './coupon-set-form.tsx'
import { DaysField } from './duration-field.tsx'
import { LevelsField } from './levels-field.tsx'
import { LimitField } from './limit-field.tsx'
import { MailSenderField } from './mail-sender-field.tsx'
import { MemberColorsField, MemberLogoField, MemberPartsField } from './member-fields.tsx'
import { MemberTextsField } from './member-texts-field.tsx'
import { CountryField, CurrencyField, PinLengthField, ProgramKindField } from './named-fields.tsx'
import { limitPaths, type OwnFormPath } from './own-paths.ts'
import { ReceiverField } from './receiver-field.tsx'
import { ValueTypesField } from './value-types-field.tsx'
import { WorthField } from './worth-field.tsx'

type LimitPath = (typeof limitPaths)[number]

const limits = Object.fromEntries(limitPaths.map((path) => [path, LimitField])) as Readonly<
  Record<LimitPath, ComponentType<FieldProps>>
>

/** The component of each of `ownFormPaths`. */
export const ownFields: Readonly<Record<OwnFormPath, ComponentType<FieldProps>>> = {
  'brand.country': CountryField,
  'brand.currency': CurrencyField,
  'locations.country': CountryField,
  'locations.currency': CurrencyField,
  'programs.type': ProgramKindField,
  'programs.currency': CurrencyField,
  'programs.pinLength': PinLengthField,
  'programs.cardsExpireAfter': DaysField,
  'programs.valueTypes': ValueTypesField,
  'programs.cardSets': CardSetsField,
  'programs.tiers': LevelsField,
  'promotions.worth': WorthField,
  'couponSets.': CouponSetForm,
  'member.colors': MemberColorsField,
  'member.logo': MemberLogoField,
  'member.parts': MemberPartsField,
  'member.texts': MemberTextsField,
  'senders.email': MailSenderField,
  'senders.sms': ReceiverField,
  'senders.push': ReceiverField,
  'senders.webhook': ReceiverField,
  ...limits,
}
