import type { Language } from '../../../ground/kernel/language.ts'
import { form as formDe } from './de/form.ts'
import { form as formEn } from './en/form.ts'
import type { BrandFault } from './fault.ts'
import { faultWords } from './fault-words.ts'
import { shortText } from './short-fault.ts'
import type { FormFaultWords } from './words-of.ts'

const dictionaries: { readonly [L in Language]: FormFaultWords } = { en: formEn, de: formDe }

/** A fault for somebody who fills in a form, and never sees the file behind it. */
export function formFaultWords(fault: BrandFault, language: Language): string {
  const words = dictionaries[language][fault.fault] as ((values: unknown) => string) | undefined
  return words ? shortText(words(fault.values)) : faultWords(fault, language)
}
