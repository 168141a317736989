import type { PassLooks } from '../../../domain/brand/shapes/pass-shape.ts'
import { type Listener, textFor } from '../../../domain/brand/texts/spoken-text.ts'

type Field = PassLooks['fields'][number]
type InWords<T> = { readonly [Key in keyof T]: string }

/** What passes look like, in the words for one reader. */
export type LooksInWords = Omit<PassLooks, 'organizationName' | 'logoText' | 'fields'> & {
  readonly organizationName?: string
  readonly logoText?: string
  readonly fields: readonly InWords<Field>[]
}

/** Keys keep their order: digests of before still hold. */
export function looksFor(looks: PassLooks, listener: Listener | undefined): LooksInWords {
  const { organizationName, logoText } = looks
  return {
    ...looks,
    ...(organizationName !== undefined && { organizationName: textFor(organizationName, listener) }),
    ...(logoText !== undefined && { logoText: textFor(logoText, listener) }),
    fields: looks.fields.map((field) => ({
      ...field,
      label: textFor(field.label, listener),
      text: textFor(field.text, listener),
    })),
  } as LooksInWords
}
