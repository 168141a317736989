import type { Brand } from '../../../domain/brand/brand.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { type CardId, type RandomBytes, uuidV7 } from '../../../ground/kernel/ids.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import type { Reader } from '../../../storage/store/queries/reader.ts'
import {
  findPassOfCard,
  insertPass,
  markCard,
  markIssued,
  type WalletName,
  type WalletPass,
} from '../../../storage/store/wallet/wallet-pass.sql.ts'
import { readPass } from './pass-content.ts'
import { passToken } from './pass-token.ts'
import { digestOf, languageOf, nextLook, type PassView, viewPass } from './wallet-pass-view.ts'
import type { BrandPasses, Wallets } from './wallets.ts'

export interface IssueParts {
  readonly db: Sql
  readonly reader: Reader
  readonly wallets: Wallets
  readonly random: RandomBytes
}

export interface IssueOf {
  readonly brand: Brand
  readonly passes: BrandPasses
  readonly card: CardId
  readonly wallet: WalletName
}

export interface IssuedPass {
  readonly view: PassView
  readonly now: Instant
}

/**
 * A pass for a wallet; undefined if the card cannot be used. The card is marked before it is read: whoever changes it
 * from then on wakes the pass, and what changed before is read.
 */
export async function issuePass(
  { db, reader, wallets, random }: IssueParts,
  { brand, passes, card, wallet }: IssueOf,
): Promise<IssuedPass | undefined> {
  const before = await readPass(reader, brand, card)
  if (!before?.content) return undefined
  const known = await findPassOfCard(db, brand.id, card)
  const id = known?.id ?? uuidV7(before.now, random(10))
  await markCard(db, brand.id, card)
  if (!known) {
    await insertPass(db, brand.id, { id, card, now: before.now })
    // Whoever erased the card's person in between has taken the mark away.
    await markCard(db, brand.id, card)
  }
  const shows = await readPass(reader, brand, card, languageOf(brand))
  if (!shows?.content) return undefined
  const { now } = shows
  const isGiftCard = isGiftCardAtGoogle(passes, known, wallet, shows.content.cardSet)
  const view = viewPass(brand, passes.looks, { id, isGiftCard }, shows.content)
  const shown = digestOf(view, passToken(brand.id, id, wallets.key()))
  await markIssued(db, brand.id, id, { wallet, shown, now, dueAt: nextLook(shows), isGiftCard })
  return { view, now }
}

/** Google's ids are unique among all kinds of objects, so a pass stays what Google was first offered. */
function isGiftCardAtGoogle(
  { looks }: BrandPasses,
  known: Pick<WalletPass, 'isGiftCard' | 'isAtGoogle'> | undefined,
  wallet: WalletName,
  cardSet: string,
): boolean {
  if (known?.isAtGoogle || wallet !== 'google') return known?.isGiftCard ?? false
  return looks.giftCardSets?.includes(cardSet) ?? false
}
