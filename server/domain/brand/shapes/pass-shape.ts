import type { Place } from '../reading/place.ts'
import { reference, text, textLike } from '../reading/scalars.ts'
import { checked, distinct, list, object, optional, or, required, type Shaped } from '../reading/shape.ts'
import type { ProgramEntry } from './program-shape.ts'
import { spoken } from './spoken-shape.ts'

export const color = textLike(/^#[0-9a-fA-F]{6}$/, 'colour', { max: 7, example: '"#0b3d5c"' })

const colors = object(
  { background: or(color, '#1b1f24'), text: or(color, '#ffffff'), label: or(color, '#c8cdd4') },
  '{ background: "#0b3d5c", text: "#ffffff", label: "#c8d7e0" }',
)

/** As many characters as 64 kB of image have in base64. A brand file with images is still read in no time. */
const imageCharactersMax = 87_384
const pngBeginning = 'iVBORw0KGgo'

export const image = checked(
  textLike(/^[A-Za-z0-9+/]+={0,2}$/, 'image', {
    max: imageCharactersMax,
    example: 'iVBORw0KGgoAAAANSUhEUgAA',
  }),
  (value, at) => {
    if (!value.startsWith(pngBeginning)) at.fault('notPng')
  },
)

const images = object(
  { icon: optional(image), logo: optional(image), strip: optional(image) },
  '{ icon: iVBORw0KGgoAAAANSUhEUgAA, logo: iVBORw0KGgoAAAANSUhEUgAA }',
)

const httpsUrl = textLike(/^https:\/\/[^\s"<>\\]+$/, 'httpsAddress', {
  max: 500,
  example: 'https://www.example.com/logo.png',
})

const field = object(
  { label: required(spoken(text({ max: 60 }))), text: required(spoken(text({ max: 1000, multiline: true }))) },
  '{ label: Opening hours, text: Daily from 7 to 19 }',
)

/** How passes in phone wallets look, and the identifiers under which Apple and Google know them. */
export const passesShape = checked(
  object(
    {
      organizationName: optional(spoken(text({ max: 60, example: 'Harbor Coffee' }))),
      logoText: optional(spoken(text({ max: 40, example: 'Harbor' }))),
      colors: or(colors, { background: '#1b1f24', text: '#ffffff', label: '#c8cdd4' }),
      images: or(images, {}),
      logoUrl: optional(httpsUrl),
      balances: optional(list(text({ max: 64, example: 'Points' }), { max: 10, named: false })),
      fields: or(list(field, { max: 10, named: false }), []),
      appleTypeIdentifier: optional(
        textLike(/^pass\.[A-Za-z0-9.-]+$/, 'passType', { max: 155, example: 'pass.com.example.card' }),
      ),
      teamIdentifier: optional(textLike(/^[A-Z0-9]{10}$/, 'team', { max: 10, example: '"A1B2C3D4E5"' })),
      googleIssuerId: optional(textLike(/^[0-9]{5,25}$/, 'numberInQuotes', { max: 25, example: '"3388000000000000"' })),
      giftCardSets: optional(distinct(reference('cardSet'), { max: 100 })),
    },
    '{ appleTypeIdentifier: pass.com.example.card, teamIdentifier: "A1B2C3D4E5" }',
  ),
  (passes, at) => {
    const { appleTypeIdentifier, teamIdentifier, googleIssuerId, logoUrl } = passes
    if ((appleTypeIdentifier === undefined) !== (teamIdentifier === undefined)) at.fault('appleHalf')
    if (googleIssuerId !== undefined && logoUrl === undefined) at.fault('googleLogo')
  },
)

export type PassLooks = Shaped<typeof passesShape>

interface WithGiftCards {
  readonly passes?: Pick<PassLooks, 'giftCardSets'>
  readonly programs: readonly Pick<ProgramEntry, 'id' | 'cardSets' | 'valueTypes'>[]
}

/** A gift card at Google shows money, so its program must have some. */
export function checkGiftCards({ passes, programs }: WithGiftCards, at: Place): void {
  const sets = passes?.giftCardSets ?? []
  if (sets.length === 0) return
  const programOf = new Map(programs.flatMap((program) => program.cardSets.map(({ id }) => [id, program] as const)))
  for (const [index, set] of sets.entries()) {
    const program = programOf.get(set)
    if (!program || program.valueTypes.some(({ balanceType }) => balanceType === 'Currency')) continue
    at.faultAt(`passes.giftCardSets[${index}]`, 'noMoney', { set, program: program.id })
  }
}
