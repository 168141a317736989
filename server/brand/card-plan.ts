import type pg from 'pg'
import type { BrandId, RandomBytes } from '../kernel/ids.ts'
import { type CardSetStock, findCardSets, insertCardSets, listCardSets } from './card-stock.sql.ts'
import type { BrandFile } from './document.ts'
import { addListedCards, generateCards, inBulk, type PinSealer } from './make-cards.ts'
import type { Fault } from './reading/place.ts'
import type { CardEntry, CardSetEntry, ProgramEntry } from './shapes/program-shape.ts'

/** The card sets and cards that a file has and the database has not. */
export interface CardPlan {
  readonly newSets: readonly { readonly id: string; readonly program: string }[]
  readonly additions: readonly Addition[]
  readonly faults: readonly Fault[]
  /** For people: `cardSets/rewards-cards: 500 more cards`. */
  readonly lines: readonly string[]
}

interface Addition {
  readonly set: CardSetEntry
  readonly program: ProgramEntry
  readonly generate: number
  readonly listed: readonly CardEntry[]
}

/** Compares with what exists; changes nothing. */
export async function planCards(client: pg.ClientBase, file: BrandFile): Promise<CardPlan> {
  const stock = new Map((await listCardSets(client, file.brand.id)).map((set) => [set.id, set]))
  const numbers = file.programs.flatMap(({ cardSets }) =>
    cardSets.flatMap((set) => set.cards?.map((card) => card.cardNumber) ?? []),
  )
  const owners = numbers.length > 0 ? await findCardSets(client, file.brand.id, numbers) : new Map<string, string>()
  const sets = file.programs.flatMap((program) => program.cardSets.map((set) => ({ set, program })))
  const additions = sets.map(({ set, program }) => ({
    set,
    program,
    generate: Math.max((set.generate?.count ?? 0) - (stock.get(set.id)?.generated ?? 0), 0),
    listed: set.cards?.filter((card) => !owners.has(card.cardNumber)) ?? [],
  }))
  return {
    newSets: sets
      .filter(({ set }) => !stock.has(set.id))
      .map(({ set, program }) => ({ id: set.id, program: program.id })),
    additions,
    faults: sets.flatMap(({ set, program }) => setFaults(set, program, stock.get(set.id), owners)),
    lines: additions.flatMap(({ set, generate, listed }) => {
      const count = generate + listed.length
      return count === 0 ? [] : [`cardSets/${set.id}: ${count} more ${count === 1 ? 'card' : 'cards'}`]
    }),
  }
}

function setFaults(
  set: CardSetEntry,
  program: ProgramEntry,
  stock: CardSetStock | undefined,
  owners: ReadonlyMap<string, string>,
): Fault[] {
  const path = `programs[${program.id}].cardSets[${set.id}]`
  const faults: Fault[] = []
  if (stock && stock.program !== program.id) {
    faults.push({ path, message: `belongs to the program ${stock.program}; a card set cannot move` })
  }
  if (set.generate && stock && set.generate.count < stock.generated) {
    const message = `${stock.generated} cards exist; a card set may only grow`
    faults.push({ path: `${path}.generate.count`, message })
  }
  for (const card of set.cards ?? []) {
    const owner = owners.get(card.cardNumber)
    if (owner === undefined || owner === set.id) continue
    faults.push({ path: `${path}.cards[${card.cardNumber}]`, message: `exists already in the card set ${owner}` })
  }
  return faults
}

export interface CardSource {
  readonly client: pg.ClientBase
  readonly brandId: BrandId
  readonly random: RandomBytes
  readonly pins: PinSealer
}

/** Carries out the plan; the faults are sets for which no more numbers were free. */
export async function makeCards({ client, brandId, random, pins }: CardSource, plan: CardPlan): Promise<Fault[]> {
  await insertCardSets(client, brandId, plan.newSets)
  const faults: Fault[] = []
  const source = inBulk(random)
  for (const { set, program, generate, listed } of plan.additions) {
    const { pinLength } = program
    const maker = { db: client, brandId, setId: set.id, pinLength, random: source, pins }
    await addListedCards(maker, listed)
    if (!set.generate || generate === 0) continue
    if (await generateCards(maker, set.generate, generate)) continue
    const path = `programs[${program.id}].cardSets[${set.id}].generate`
    faults.push({ path, message: 'no more numbers of this prefix and length are free; make length larger' })
  }
  return faults
}
