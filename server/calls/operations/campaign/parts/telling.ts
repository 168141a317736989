import { type Brand, hasPlaceClocks } from '../../../../domain/brand/brand.ts'
import type { Language, SentenceSource } from '../../../../domain/brand/facts/telling.ts'
import { apartRulesOf, othersByName } from '../../../../domain/brand/rules-apart.ts'
import { namesIn } from '../../../../domain/sentence/names.ts'
import { oneOf } from '../../../../ground/contract/field.ts'
import { oncePer } from '../../../../ground/kernel/once-per.ts'
import { fileOf } from '../../../../storage/brand-store/drafts/live-entries.ts'

export const languageField = oneOf('The language of sentences.', ['en', 'de']).required()

/** Names are looked up once for each version of the brand. */
const namesOf = oncePer((brand: Brand) => namesIn(fileOf(brand)))

const othersIn = oncePer((brand: Brand) => othersByName(brand.document.campaigns.flatMap(apartRulesOf)))

export const tellingOf = (brand: Brand, language: Language): SentenceSource => ({
  language,
  currency: brand.currency,
  nameOf: namesOf(brand),
  othersOf: othersIn(brand),
  hasPlaceClocks: hasPlaceClocks(brand),
})
