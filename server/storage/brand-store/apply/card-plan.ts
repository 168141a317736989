import type { BrandFile } from '../../../domain/brand/document.ts'
import { type FileFault, faultOf } from '../../../domain/brand/faults/fault.ts'
import type { CardEntry, CardSetEntry, ProgramEntry } from '../../../domain/brand/shapes/program-shape.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import type { BrandId, RandomBytes } from '../../../ground/kernel/ids.ts'
import { type CardSetStock, findCardSets, insertCardSets, listCardSets } from '../stock/card-stock.sql.ts'
import { addGeneratedCards, addListedCards, type PinSealer } from '../stock/make-cards.ts'
import { inBulk } from '../stock/make-stock.ts'
import {
  type Growth,
  growthFaults,
  growthLines,
  growthOf,
  type SetInFile,
  type StockWords,
  usedUp,
} from '../stock/stock-growth.ts'

/** The card sets and cards that the file has and the database lacks. */
export interface CardPlan {
  readonly newSets: readonly { readonly id: string; readonly program: string }[]
  readonly additions: readonly Addition[]
  readonly faults: readonly FileFault[]
  readonly lines: readonly string[]
}

interface Addition extends Growth<CardEntry> {
  readonly set: CardSetEntry
  readonly program: ProgramEntry
}

const words: StockWords<CardEntry> = { one: 'card', list: 'cards', numberOf: (card) => card.cardNumber }

/** Compares with what exists; changes nothing. */
export async function planCards(db: Sql, file: BrandFile): Promise<CardPlan> {
  const stock = new Map((await listCardSets(db, file.brand.id)).map((set) => [set.id, set]))
  const sets = file.programs.flatMap((program) => program.cardSets.map((set) => ({ set, program })))
  const numbers = sets.flatMap(({ set }) => set.cards?.map(words.numberOf) ?? [])
  const owners = numbers.length > 0 ? await findCardSets(db, file.brand.id, numbers) : new Map<string, string>()
  const compared = sets.map(({ set, program }) => ({ set, program, inFile: toSetInFile(set, program, stock) }))
  return {
    newSets: sets
      .filter(({ set }) => !stock.has(set.id))
      .map(({ set, program }) => ({ id: set.id, program: program.id })),
    additions: compared.map(({ set, program, inFile }) => ({ set, program, ...growthOf(inFile, owners, words) })),
    faults: compared.flatMap(({ program, inFile }) => [
      ...programFaults(inFile, program, stock.get(inFile.id)),
      ...growthFaults(inFile, owners, words),
    ]),
    lines: compared.flatMap(({ inFile }) => growthLines(inFile.address, growthOf(inFile, owners, words), words)),
  }
}

function toSetInFile(
  set: CardSetEntry,
  program: ProgramEntry,
  stock: ReadonlyMap<string, CardSetStock>,
): SetInFile<CardEntry> {
  return {
    path: `programs[${program.id}].cardSets[${set.id}]`,
    address: `cardSets/${set.id}`,
    id: set.id,
    generate: set.generate,
    listed: set.cards ?? [],
    generated: stock.get(set.id)?.generated ?? 0,
  }
}

function programFaults(
  { path }: SetInFile<CardEntry>,
  program: ProgramEntry,
  stock: CardSetStock | undefined,
): FileFault[] {
  if (!stock || stock.program === program.id) return []
  return [{ path, ...faultOf('otherProgram', { program: stock.program }) }]
}

export interface StockSource {
  readonly db: Sql
  readonly brandId: BrandId
  readonly random: RandomBytes
  readonly pins: PinSealer
}

/** Carries out the plan. The faults are sets for which no more numbers were free. */
export async function makeCards({ db, brandId, random, pins }: StockSource, plan: CardPlan): Promise<FileFault[]> {
  await insertCardSets(db, brandId, plan.newSets)
  const faults: FileFault[] = []
  const source = inBulk(random)
  for (const { set, program, generate, listed } of plan.additions) {
    const { pinLength } = program
    const maker = { db, brandId, setId: set.id, pinLength, random: source, pins }
    await addListedCards(maker, listed)
    if (!set.generate || generate === 0) continue
    if (await addGeneratedCards(maker, set.generate, generate)) continue
    faults.push(usedUp(`programs[${program.id}].cardSets[${set.id}]`))
  }
  return faults
}
