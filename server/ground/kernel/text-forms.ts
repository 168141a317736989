/** A text with values in it as it is in another language. A star stands for a value. */
export type TextPair = readonly [english: string, other: string]

export interface TextForm {
  readonly form: RegExp
  readonly other: string
}

export const toTextForms = (pairs: readonly TextPair[]): readonly TextForm[] =>
  pairs.map(([english, other]) => ({ form: toForm(english), other }))

/** The text in the other language, with its values put into it; undefined if no form is like it. */
export function fillForm(
  text: string,
  forms: readonly TextForm[],
  valueWords: (value: string) => string = (value) => value,
): string | undefined {
  for (const { form, other } of forms) {
    const found = form.exec(text)
    if (found) return fill(other, found.slice(1).map(valueWords))
  }
  return undefined
}

function toForm(english: string): RegExp {
  const parts = english.split('*').map((part) => part.replace(/[.?+^$(){}|[\]\\/]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*?)')}$`, 's')
}

/** Values in their order, or by their numbers. */
function fill(other: string, values: readonly string[]): string {
  if (/\$\d/.test(other)) return other.replace(/\$(\d)/g, (_, number: string) => values[Number(number) - 1] ?? '')
  let next = 0
  return other.replaceAll('*', () => values[next++] ?? '')
}
