import type { Brand } from '../../../domain/brand/brand.ts'
import type { MemberPages } from '../../../domain/brand/shapes/member-shape.ts'
import type { JsonObject } from '../../../ground/contract/json.ts'
import type { MemberSource } from '../../../storage/store/member/day.sql.ts'

/** What somebody wrote who is about to join: kept sealed until they have entered the code. */
export interface Joining {
  readonly customer: Readonly<Record<string, string>>
  readonly own: Readonly<Record<string, string>>
  /** The places of the consents in the brand's file that they gave, with the words as they were shown. */
  readonly consents: readonly { readonly channel: 'email' | 'phone'; readonly text: string }[]
  readonly lists: readonly string[]
  readonly locationId: string
  /** Where they came from. */
  readonly source: MemberSource
}

export const joiningUse = 'purser member joining'
export const joiningOwner = (brand: Brand): string => `${brand.id}\0joining`

export type JoinField = NonNullable<MemberPages['join']['fields']>[number]

/** What is asked for where the file does not say: enough to get in again. */
const usualFields: readonly JoinField[] = [
  { name: 'firstName', required: false },
  { name: 'email', required: true },
]

export const joinFields = ({ join }: MemberPages): readonly JoinField[] => join.fields ?? usualFields

/** The set that a new member's card is taken from. */
export function joinCardSet({ join }: MemberPages, brand: Brand): string | undefined {
  if (join.cardSet !== undefined) return join.cardSet
  const programs = brand.document.programs.filter(({ id }) => join.program === undefined || id === join.program)
  return programs.flatMap(({ cardSets }) => cardSets).find(({ id }) => brand.openCardSets.has(id))?.id
}

export const toPlainText = (joining: Joining): string => JSON.stringify(joining)
export const fromPlainText = (plain: string): Joining => JSON.parse(plain) as JsonObject as unknown as Joining
