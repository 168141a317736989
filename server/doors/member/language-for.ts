import type { Brand } from '../../domain/brand/brand.ts'
import { textsOf } from '../../domain/brand/texts/brand-texts.ts'

/** The languages of a brand's pages, the first where nothing else fits. */
export function pageLanguages(brand: Brand): readonly string[] {
  const { member, brand: own } = brand.document
  const languages = member?.languages ?? own.languages ?? []
  return languages.length > 0 ? languages : [textsOf(brand).language]
}

/** More wishes than these nobody reads. */
const wishesMax = 20

/** Which of the brand's languages somebody reads, by what their browser says: `de-AT,de;q=0.9,en;q=0.8`. */
export function languageFor(accepted: string | undefined, brand: Brand): string {
  const spoken = pageLanguages(brand)
  const wishes = (accepted ?? '')
    .slice(0, 400)
    .split(',')
    .slice(0, wishesMax)
    .map((one, place) => {
      const [tag = '', ...more] = one.trim().split(';')
      const [, q = '1'] = /^\s*q=(\d(?:\.\d{1,3})?)$/.exec(more[0] ?? '') ?? []
      return { tag: tag.toLowerCase(), weight: Number(q), place }
    })
    .filter(({ tag, weight }) => tag !== '' && weight > 0)
    .toSorted((a, b) => b.weight - a.weight || a.place - b.place)
  for (const { tag } of wishes) {
    const [base] = tag.split('-')
    const found = spoken.find((one) => one.toLowerCase() === tag) ?? spoken.find((one) => one.split('-')[0] === base)
    if (found) return found
  }
  return spoken[0] ?? 'en'
}
