import type { Brand } from '../../../../domain/brand/brand.ts'
import { fileOf } from '../../../../storage/brand-store/drafts/live-entries.ts'
import { oneOf } from '../../../../ground/contract/field.ts'
import { oncePer } from '../../../../ground/kernel/once-per.ts'
import { namesIn } from '../../../../domain/sentence/names.ts'
import type { Language, Telling } from '../../../../domain/sentence/telling.ts'

export const languageField = oneOf('The language of sentences.', ['en', 'de']).required()

/** Names are looked up once for each version of the brand. */
const namesOf = oncePer((brand: Brand) => namesIn(fileOf(brand)))

export const tellingOf = (brand: Brand, language: Language): Telling => ({
  language,
  currency: brand.currency,
  nameOf: namesOf(brand),
})
