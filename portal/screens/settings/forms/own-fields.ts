import type { ComponentType } from 'react'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'
import { DaysField } from './duration-field.tsx'
import { LevelsField } from './levels-field.tsx'
import { ScaleField } from './scale-field.tsx'

/** What people fill in with more care, or in other words, than the file's description of it would lead to. */
export const ownFields: Readonly<Record<string, ComponentType<FieldProps>>> = {
  'programs.cardsExpireAfter': DaysField,
  'programs.tiers': LevelsField,
  'programs.valueTypes.scale': ScaleField,
}
