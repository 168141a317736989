import { emptyAccount } from '../../../domain/account/account.ts'
import { changeLinks, withLinks } from '../../../domain/account/third-party.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { lockOf } from '../../../domain/card/card.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal } from '../../../ground/kernel/errors.ts'
import { suggestion } from '../../../ground/kernel/nearest.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { drawPickKey } from '../../../storage/brand-store/stock/make-stock.ts'
import { upsertAccounts } from '../../../storage/store/batch/account.sql.ts'
import { lockCards, toCardHead } from '../../../storage/store/batch/card.sql.ts'
import { readClock } from '../../../storage/store/batch/load.ts'
import { lockTwins } from '../../../storage/store/batch/new-number.sql.ts'
import { type CellFault, cardColumn, dated, faultIn, openColumn, secretColumn } from '../column.ts'
import {
  CardBusy,
  type ImportContext,
  type ImportKind,
  type JudgeContext,
  type PlacedRow,
  type RowVerdict,
} from '../kind.ts'
import { CellReader } from '../values/cells.ts'
import {
  findChildren,
  findRoots,
  insertChildren,
  insertRoots,
  type NewChild,
  type NewRoot,
  type StoredCard,
} from './cards.sql.ts'

const statuses = [
  'Inventory',
  'Distributed',
  'Activated',
  'Demo',
  'Lost',
  'Closed',
  'Expired',
  'Suspended',
  'Stolen',
] as const

interface CardValues {
  readonly number: string
  readonly setId?: string
  readonly parent?: string
  readonly status: (typeof statuses)[number]
  readonly customNumber?: string
  readonly pin?: string
  readonly activatedAt?: Instant
  readonly expiresAt?: Instant
  readonly owningLocation?: string
  readonly customData?: string
}

const columnsOf = () => [
  cardColumn,
  openColumn('cardSetId', 'The card set that it belongs to, and by that the program. Not of a child card.'),
  openColumn('parentCardNumber', 'Of a child card: the number of its root card, which exists or stands further up.'),
  openColumn('status', `One of ${statuses.join(', ')}. Empty: Activated.`),
  secretColumn('pin', 'Its PIN, as many digits as the program says. Empty: the card has none.'),
  { ...openColumn('customCardNumber', 'Your own number for it, up to 64 characters.'), shows: 'nothing' as const },
  dated(openColumn('activationDate', 'When it was activated. Empty: now, unless it is in stock.')),
  dated(
    openColumn(
      'expirationDate',
      'The last day on which it is valid, or the instant at which it expires. Empty: never.',
    ),
  ),
  openColumn('owningLocation', 'The id of the location where it signed up.'),
  secretColumn('customData', 'Your own data about it, up to 10,000 characters.'),
]

const childKey = (parent: string, number: string) => `${parent}\0${number}`
const keyOfCard = ({ parent, number }: CardValues) => (parent === undefined ? number : childKey(parent, number))

/** Cards, roots and children. Cards that exist are never changed: they are the same, or a fault. */
export const cardsKind: ImportKind<CardValues> = {
  name: 'cards',
  columns: columnsOf,
  read: readCard,
  keyOf: keyOfCard,
  keyColumn: 'cardNumber',
  batchRows: 2000,
  judge: judgeCards,
}

function readCard(cells: ReadonlyMap<string, string>, { brand }: ImportContext): CardValues | readonly CellFault[] {
  const reader = new CellReader(cells, brand.timeZone)
  const values = defined({
    number: reader.needed('cardNumber', { min: cells.has('parentCardNumber') ? 1 : 4 }),
    setId: reader.name('cardSetId'),
    parent: reader.name('parentCardNumber'),
    status: reader.oneOf('status', statuses) ?? 'Activated',
    customNumber: reader.name('customCardNumber', { max: 64 }),
    pin: reader.name('pin', { max: 6 }),
    activatedAt: reader.moment('activationDate'),
    expiresAt: reader.end('expirationDate'),
    owningLocation: reader.name('owningLocation'),
    customData: reader.text('customData', 10_000),
  })
  if (reader.faults.length === 0) checkCard(values, reader, brand)
  return reader.faults.length > 0 ? reader.faults : values
}

function checkCard(values: CardValues, reader: CellReader, brand: Brand): void {
  const { setId, parent, pin, owningLocation, status, activatedAt } = values
  if (parent !== undefined) checkChild(values, reader)
  else if (setId === undefined) reader.fault('cardSetId', 'is empty: the brand file has the ids of card sets')
  const program = brand.cardSets.get(setId ?? '')
  if (setId !== undefined && !program)
    reader.fault('cardSetId', `is no card set of the brand${suggestion(setId, brand.cardSets.keys())}`)
  if (pin !== undefined && program && (!/^\d+$/.test(pin) || pin.length !== program.pinLength))
    reader.fault('pin', pinForm(program.pinLength))
  if (owningLocation !== undefined && !brand.locations.has(owningLocation))
    reader.fault('owningLocation', `is no location of the brand${suggestion(owningLocation, brand.locations.keys())}`)
  if (activatedAt !== undefined && isStock(status))
    reader.fault('activationDate', `is given, and a card with status ${status} was never activated`)
}

const isStock = (status: string) => status === 'Inventory' || status === 'Distributed'

const pinForm = (length: number) =>
  length === 0
    ? 'is given, and cards of the program have none (pinLength)'
    : `is not a PIN of ${length} digits (pinLength of the program); keep leading zeros`

function checkChild({ setId, pin, number, parent, status }: CardValues, reader: CellReader): void {
  if (setId !== undefined) reader.fault('cardSetId', 'is given, and a child card has the card set of its root')
  if (pin !== undefined) reader.fault('pin', 'is given, and a child card has the PIN of its root')
  if (number.includes(',')) reader.fault('cardNumber', 'has a comma, which the number of a child card must not have')
  if (parent === number) reader.fault('parentCardNumber', 'is the card itself')
  if (isStock(status)) reader.fault('status', `is ${status}, and a child card is never in stock`)
}

type Rows = readonly PlacedRow<CardValues>[]

async function judgeCards(db: Parameters<typeof findRoots>[0], rows: Rows, context: JudgeContext) {
  const { brand, isLoading } = context
  const roots = rows.filter(({ value }) => value.parent === undefined).map(({ value }) => value)
  const children = rows.filter(({ value }) => value.parent !== undefined).map(({ value }) => value)
  const parents = [...new Set(children.flatMap(({ parent }) => parent ?? []))]
  if (isLoading && parents.length > 0) await lockParents(db, parents, context)
  const known = new Map(
    (await findRoots(db, brand.id, [...roots.map(({ number }) => number), ...parents])).map(byNumber),
  )
  const knownChildren = new Map(
    (children.length > 0
      ? await findChildren(
          db,
          brand.id,
          children.map(({ number }) => number),
        )
      : []
    ).map((one) => [childKey(one.parent ?? '', one.number), one]),
  )
  const lettered = roots.map(({ number }) => number).filter((number) => /\D/.test(number) && !known.has(number))
  const twins = lettered.length > 0 ? await lockTwins(db, brand.id, lettered) : new Set<string>()
  const written = new Set<string>()
  const verdictOf = (value: CardValues): RowVerdict => {
    if (value.parent !== undefined) {
      const found = knownChildren.get(keyOfCard(value))
      const hasParent = known.has(value.parent) || written.has(value.parent)
      if (found) return compareCards(found, value, context)
      return hasParent || (!isLoading && context.hasEarlier(value.parent)) ? 'write' : noParent
    }
    const found = known.get(value.number)
    const verdict = found ? compareCards(found, value, context) : twins.has(value.number) ? otherCase : 'write'
    if (verdict === 'write') written.add(value.number)
    return verdict
  }
  // Roots first: a child may stand above its root in the same batch.
  const ofRoots = new Map(rows.filter(({ value }) => !value.parent).map((one) => [one, verdictOf(one.value)]))
  const verdicts = rows.map((one) => ofRoots.get(one) ?? verdictOf(one.value))
  const made = rows.filter((_, place) => verdicts[place] === 'write').map(({ value }) => value)
  return { verdicts, store: () => storeCards(db, made, context) }
}

const byNumber = (card: StoredCard) => [card.number, card] as const
const noParent = faultIn('parentCardNumber', 'is no card: import it before its children, or further up in the file')
const otherCase = faultIn('cardNumber', 'exists in other capitals; numbers must differ in more than that')

async function lockParents(db: Parameters<typeof findRoots>[0], parents: readonly string[], { brand }: JudgeContext) {
  const locked = await lockCards(db, brand.id, parents, false)
  const { now } = await readClock(db, brand.id)
  const until = locked.map((row) => lockOf(toCardHead(row), now)?.until ?? 0)
  if (Math.max(0, ...until) > now) throw new CardBusy(Math.max(...until) - now)
}

/** A card that exists is the same if it has everything that the row says. What the row leaves out does not matter. */
function compareCards(found: StoredCard, value: CardValues, { brand, pins }: JudgeContext): RowVerdict {
  if (value.setId !== undefined && found.setId !== value.setId)
    return faultIn('cardNumber', `exists in the card set ${found.setId}`)
  if (found.status !== value.status) return faultIn('status', `differs: the card exists and is ${found.status}`)
  if (value.customNumber !== undefined && found.customNumber !== value.customNumber)
    return faultIn('customCardNumber', 'differs from that of the card, which exists')
  if (value.activatedAt !== undefined && found.activatedAt !== value.activatedAt)
    return faultIn('activationDate', 'differs from that of the card, which exists')
  if (value.expiresAt !== undefined && found.expiresAt !== value.expiresAt)
    return faultIn('expirationDate', 'differs from that of the card, which exists')
  if (value.pin !== undefined && !pins.matches(brand.id, value.number, found.pin, value.pin))
    return faultIn('pin', 'differs from that of the card, which exists')
  return 'same'
}

async function storeCards(db: Parameters<typeof findRoots>[0], made: readonly CardValues[], context: JudgeContext) {
  const { brand } = context
  const { now } = await readClock(db, brand.id)
  const roots = made.filter(({ parent }) => parent === undefined).map((value) => toRoot(value, now, context))
  const children = made.filter(({ parent }) => parent !== undefined).map((value) => toChild(value, now))
  const ids = new Map<string, number>()
  if (roots.length > 0) for (const { number, id } of await insertRoots(db, brand.id, roots)) ids.set(number, id)
  if (children.length > 0)
    for (const { number, parent, id } of await insertChildren(db, brand.id, children))
      ids.set(childKey(parent, number), id)
  const accounts = made.flatMap((value) => {
    const id = ids.get(keyOfCard(value))
    return value.customData === undefined || id === undefined ? [] : [withCustomData(id, value.customData)]
  })
  if (accounts.length > 0) await upsertAccounts(db, brand.id, accounts)
}

function withCustomData(cardId: number, customData: string) {
  const changed = changeLinks([], [{ thirdParty: 'custom', customData }], [])
  if (isRefusal(changed)) throw new Error('custom data needs no list')
  return withLinks(emptyAccount(cardId), changed.links)
}

function toRoot(value: CardValues, now: Instant, { brand, pins, random }: JudgeContext): NewRoot {
  const { pin, number, status, setId = '' } = value
  const sealed = pin === undefined ? undefined : pins.seal(brand.id, number, pin)
  return defined({
    number,
    setId,
    status,
    customNumber: value.customNumber,
    pin: sealed,
    pickKey: drawPickKey(random),
    activatedAt: value.activatedAt ?? (isStock(status) ? undefined : now),
    expiresAt: value.expiresAt,
    owningLocation: value.owningLocation,
  })
}

function toChild(
  { number, parent = '', status, customNumber, activatedAt, expiresAt, owningLocation }: CardValues,
  now: Instant,
): NewChild {
  return defined({ number, parent, status, customNumber, activatedAt: activatedAt ?? now, expiresAt, owningLocation })
}
