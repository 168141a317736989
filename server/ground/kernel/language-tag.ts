/** No tag that people use is longer. */
export const languageTagMax = 35

/** A language as BCP 47 spells it (de, pt-BR, zh-Hant), without extensions; undefined if the text names none. */
export function canonicalLanguage(text: string): string | undefined {
  if (text.length > languageTagMax || !/^[a-z]{2,3}(?:-[a-z0-9]{1,8})*$/i.test(text)) return undefined
  try {
    return new Intl.Locale(text).baseName
  } catch {
    return undefined
  }
}

/** The language itself and what it is a kind of, nearest first: de-AT, de. */
export function languageAndBases(tag: string): readonly string[] {
  const parts = tag.split('-')
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('-'))
}
