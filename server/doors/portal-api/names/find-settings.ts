import type { Brand } from '../../../domain/brand/brand.ts'
import { list, model, oneOf, text } from '../../../ground/contract/field.ts'
import { oncePer } from '../../../ground/kernel/once-per.ts'
import { fileOf } from '../../../storage/brand-store/drafts/live-entries.ts'
import { brandRoute } from '../route.ts'
import { indexOfBrand } from './index-of-brand.ts'
import { type Named, type NamedNoun, nameIndex, searchNames } from './name-index.ts'

/** Of all that has a name, what has a place of its own in the settings, in the order in which it is shown. */
const settingKinds = [
  'location',
  'group',
  'program',
  'valueType',
  'cardSet',
  'tierLevel',
  'product',
  'couponSet',
  'codeSet',
  'segment',
  'template',
  'demographicField',
  'eventType',
  'list',
] as const satisfies readonly NamedNoun[]
type SettingKind = (typeof settingKinds)[number]

/** These are found on the page of their program. */
const ofPrograms = ['valueType', 'cardSet', 'tierLevel'] as const

const foundMax = 8
const eachMax = 4

const foundSetting = model('FoundSetting', 'Something that is configured.', {
  kind: oneOf('What it is.', settingKinds).required(),
  id: text('Its id.').required(),
  name: text('Its name.').required(),
  about: text('What tells it from others.'),
  program: text('The id of the program that it belongs to.'),
})

export const findSettings = brandRoute({
  name: 'findSettings',
  summary: 'Find a location, a product, a value type or anything else that is configured by its name or id.',
  permission: 'configuration.see',
  isConfirmed: false,
  reach: 'place',
  request: { text: text('Words of its name or id.').max(200).required() },
  response: { found: list('The first ones.', foundSetting).required() },
  run: async ({ request, brand }) => ({
    found: settingKinds
      .flatMap((kind) =>
        searchNames(placesOfBrand(brand)[kind], request.text)
          .slice(0, eachMax)
          .map((one) => ({ ...one, kind })),
      )
      .slice(0, foundMax),
  }),
})

interface PlacedSetting extends Named {
  readonly program?: string
}

/** Everything with its program, if it belongs to one; made once for each version. */
const placesOfBrand = oncePer((brand: Brand): Readonly<Record<SettingKind, readonly PlacedSetting[]>> => {
  const index = indexOfBrand(brand)
  const { programs } = fileOf(brand)
  const inPrograms = (kind: (typeof ofPrograms)[number]) =>
    (Array.isArray(programs) ? programs : []).flatMap((program): PlacedSetting[] =>
      nameIndex({ programs: [program] })[kind].map((one) => ({
        ...one,
        about: String(program.name ?? program.id),
        program: String(program.id),
      })),
    )
  return { ...index, ...Object.fromEntries(ofPrograms.map((kind) => [kind, inPrograms(kind)])) }
})
