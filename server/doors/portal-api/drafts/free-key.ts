import type { Brand } from '../../../domain/brand/brand.ts'
import { entriesOf, keyOf } from '../../../domain/brand/edits.ts'
import { id, oneOf, text } from '../../../ground/contract/field.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { fileOf } from '../../../storage/brand-store/drafts/live-entries.ts'
import { listDraftKeys } from '../../../storage/brand-store/drafts/taken-keys.sql.ts'
import { brandRoute } from '../route.ts'

const keyedSections = ['campaigns', 'segments', 'couponSets', 'templates'] as const
type KeyedSection = (typeof keyedSections)[number]

export const freeKey = brandRoute({
  name: 'freeKey',
  summary: 'Return an id that nothing of the section has, ever had, or has in a draft.',
  permission: 'campaigns.see',
  isConfirmed: false,
  reach: 'brand',
  request: {
    section: oneOf('The section of the brand file.', keyedSections).required(),
    wish: id('What it should be called by; a number is added where that is taken.').required(),
  },
  response: { key: text('The id.').required() },
  run: async ({ request: { section, wish }, services, brand }) => {
    const taken = await takenKeys(services.pool, brand, section)
    return { key: firstFree(wish, taken) }
  },
})

/**
 * What a campaign of the past has given away is counted by its id, so another one must not have it: what was taken out of the
 * file is kept among what is switched off.
 */
export async function takenKeys(db: Sql, brand: Brand, section: KeyedSection): Promise<ReadonlySet<string>> {
  const keysIn = (entries: readonly unknown[]) => entries.map((entry) => String(keyOf(entry, section)))
  const live = keysIn(entriesOf(fileOf(brand), section))
  const gone = keysIn(brand.document.switchedOff[section])
  return new Set([...live, ...gone, ...(await listDraftKeys(db, brand.id, section))])
}

/** Ids of the brand file are no longer. */
const keyCharactersMax = 64

/** `earn`, or else `earn-2`, `earn-3` and so on. */
export function firstFree(wish: string, taken: ReadonlySet<string>): string {
  const ended = (end: string) => `${wish.slice(0, keyCharactersMax - end.length)}${end}`
  if (!taken.has(ended(''))) return ended('')
  let number = 2
  while (taken.has(ended(`-${number}`))) number += 1
  return ended(`-${number}`)
}
