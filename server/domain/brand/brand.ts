import assert from 'node:assert/strict'
import { codeKey } from '../../ground/kernel/code-key.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { Enablement } from '../../ground/kernel/enablement.ts'
import type { BrandId, NumberForm } from '../../ground/kernel/ids.ts'
import { type Decimal, type Minor, parseDecimal, toMinor } from '../../ground/kernel/money.ts'
import { type Instant, parseDateTime } from '../../ground/kernel/time.ts'
import type { BrandDocument, DocumentLocation, DocumentProgram } from './document.ts'
import type { BalanceTypeName } from './shapes/balance-type.ts'
import type { ValueTypeEntry } from './shapes/program-shape.ts'
import { type Tiers, toTiers } from './shapes/tier-shape.ts'
import { displayNames, type NamesByLanguage, namesByLanguage, type ValueName } from './value-names.ts'

/** A brand's configuration as requests use it: everything they look up, by the key they look it up with. */
export interface Brand {
  readonly id: BrandId
  readonly version: number
  readonly name: string
  readonly country: string
  readonly currency: string
  readonly timeZone: string
  readonly interfaceTimeZone: string
  readonly apiVersion: 1 | 2
  readonly enabled: ReadonlySet<Enablement>
  readonly settings: BrandSettings
  /** What one unit of a currency is worth in the main currency. */
  readonly exchangeRates: ReadonlyMap<string, Decimal>
  /** Without those that are switched off, which refuse every call. */
  readonly locations: ReadonlyMap<string, Location>
  /** Those that are switched off: cards are still at home there, and their sales are told of. */
  readonly pastLocations: ReadonlyMap<string, Location>
  /** Including those that are switched off, because their cards are still used. */
  readonly programs: ReadonlyMap<string, Program>
  /** The program of every card set, including sets that are switched off. */
  readonly cardSets: ReadonlyMap<string, Program>
  /** The card sets that cards may be allocated from. */
  readonly openCardSets: ReadonlySet<string>
  readonly valueTypes: ReadonlyMap<number, ValueType>
  /** Including those that are switched off, because their coupons are still used. */
  readonly couponSets: ReadonlyMap<string, CouponSet>
  /** The public codes, by what they are compared by. Without those that are switched off, which nobody can use. */
  readonly codes: ReadonlyMap<string, PublicCode>
  readonly document: BrandDocument
}

interface BrandSettings {
  readonly requireEmployee: boolean
  readonly requireEmployeePassword: boolean
  readonly reversalGraceDays: number
  /** Whether balance that comes from returns may be paid out in cash. */
  readonly cashoutReturns: boolean
}

export interface Location {
  readonly id: string
  readonly name: string
  readonly group?: string
  readonly country: string
  readonly currency: string
  /** Of the clock on its wall, if it is not the brand's. */
  readonly timeZone?: string
  readonly terminals: ReadonlySet<string>
  readonly employees: ReadonlyMap<string, Employee>
}

export interface Employee {
  readonly id: string
  readonly name: string
  readonly passwordHash?: string
}

export interface Program {
  readonly id: string
  readonly name: string
  readonly type: string
  readonly currency: string
  readonly pinLength: number
  readonly cardsExpireAfterDays?: number
  /** Including those that are switched off. */
  readonly valueTypes: readonly ValueType[]
  /** Levels that its cards can reach. */
  readonly tiers?: Tiers
  readonly switchedOff: boolean
}

interface CouponSet {
  readonly id: string
  readonly name: string
  /** What generated coupons look like. */
  readonly generate?: NumberForm
  readonly autoGenerate: boolean
  /** Its coupons stay, but no more of them are allocated. */
  readonly switchedOff: boolean
  /** It has public codes and no coupons. */
  readonly hasCodes: boolean
}

/** A text that many customers may present. */
export interface PublicCode {
  /** What it is compared by. */
  readonly key: string
  /** As the file spells it. */
  readonly code: string
  readonly set: string
  /** How often it may be used by all, and by one card; absent means any number of times. */
  readonly uses?: number
  readonly perCard?: number
  /** Inclusive, and exclusive. */
  readonly from?: Instant
  readonly until?: Instant
}

type BalanceType = BalanceTypeName

export interface ValueType {
  readonly id: number
  readonly program: string
  readonly balanceType: BalanceType
  /** '' for Points and Punches. */
  readonly balanceCode: string
  /** What people call it; absent: the usual name of its kind. */
  readonly display?: ValueName
  /** The same in the languages of the brand, if the file has them. */
  readonly names?: NamesByLanguage
  readonly scale: number
  readonly maxBalance?: Minor
  readonly minIssue?: Minor
  readonly maxIssue?: Minor
  readonly minRedeem?: Minor
  readonly maxRedeem?: Minor
  readonly subtracks: readonly string[]
  /** Existing balances stay and can be redeemed, but nothing new is issued. */
  readonly switchedOff: boolean
}

/** The number that stands for a value type in the database. */
export interface ValueTypeNumber {
  readonly valueTypeId: number
  readonly program: string
  readonly balanceType: string
  readonly balanceCode: string
}

/** Makes a brand from its stored document. */
export function toBrand(document: BrandDocument, valueTypeIds: readonly ValueTypeNumber[], version: number): Brand {
  const { brand, switchedOff } = document
  const numbers = new Map(valueTypeIds.map((one) => [numberKey(one.program, one), one.valueTypeId]))
  const parts: ProgramParts = {
    numbers,
    retiredTypes: Map.groupBy(switchedOff.valueTypes, ({ program }) => program),
    retired: new Set(switchedOff.programs.map(({ id }) => id)),
  }
  const programs = [
    ...document.programs.map((program) => toProgram(program, document, parts)),
    ...switchedOff.programs.map((program) => toProgram({ ...program, valueTypes: [] }, document, parts)),
  ]
  const programById = new Map(programs.map((program) => [program.id, program]))
  return {
    id: brand.id,
    version,
    name: brand.name,
    country: brand.country,
    currency: brand.currency,
    timeZone: brand.timeZone,
    interfaceTimeZone: brand.settings.interfaceTimeZone,
    apiVersion: brand.apiVersion,
    enabled: new Set(brand.enable),
    settings: brand.settings,
    exchangeRates: new Map(Object.entries(brand.exchangeRates).map(([code, rate]) => [code, toDecimal(rate)])),
    locations: new Map(document.locations.map((location) => [location.id, toLocation(location, document)])),
    pastLocations: new Map(switchedOff.locations.map((location) => [location.id, toLocation(location, document)])),
    programs: programById,
    cardSets: cardSetPrograms(document, programById),
    openCardSets: new Set(document.programs.flatMap((program) => program.cardSets.map((set) => set.id))),
    valueTypes: new Map(programs.flatMap((program) => program.valueTypes.map((type) => [type.id, type] as const))),
    couponSets: new Map([
      ...switchedOff.couponSets.map((set) => [set.id, toCouponSet(set, true)] as const),
      ...document.couponSets.map((set) => [set.id, toCouponSet(set, false)] as const),
    ]),
    codes: toCodes(document),
    document,
  }
}

/** What is looked up for each program. */
interface ProgramParts {
  readonly numbers: ReadonlyMap<string, number>
  /** Value types that are switched off, by their programs. */
  readonly retiredTypes: ReadonlyMap<string, BrandDocument['switchedOff']['valueTypes']>
  /** Programs that are. */
  readonly retired: ReadonlySet<string>
}

function toProgram(
  program: Omit<DocumentProgram, 'cardSets'>,
  document: BrandDocument,
  { numbers, retiredTypes, retired }: ProgramParts,
): Program {
  const known = { numbers, languages: document.brand.languages }
  return {
    id: program.id,
    name: program.name,
    type: program.type,
    currency: program.currency ?? document.brand.currency,
    pinLength: program.pinLength,
    ...(program.cardsExpireAfter ? { cardsExpireAfterDays: program.cardsExpireAfter.days } : {}),
    valueTypes: [
      ...program.valueTypes.map((entry) => toValueType(entry, { program: program.id, ...known }, false)),
      ...(retiredTypes.get(program.id) ?? []).map((entry) =>
        toValueType(entry, { program: program.id, ...known }, true),
      ),
    ],
    ...(program.tiers && { tiers: toTiers(program.tiers, document.brand.languages) }),
    switchedOff: retired.has(program.id),
  }
}

const limitNames = ['maxBalance', 'minIssue', 'maxIssue', 'minRedeem', 'maxRedeem'] as const

interface ProgramOfType {
  readonly program: string
  readonly numbers: ReadonlyMap<string, number>
  readonly languages: readonly string[] | undefined
}

function toValueType(
  entry: ValueTypeEntry,
  { program, numbers, languages }: ProgramOfType,
  switchedOff: boolean,
): ValueType {
  const id = numbers.get(numberKey(program, entry))
  assert(id !== undefined, `${entry.balanceType} of ${program} has a number`)
  const names = namesByLanguage(entry.display)
  const limits: { [N in (typeof limitNames)[number]]?: Minor } = {}
  for (const name of limitNames) {
    const given = entry[name]
    if (given !== undefined) limits[name] = toExactMinor(given, entry.scale)
  }
  return {
    id,
    program,
    balanceType: entry.balanceType,
    balanceCode: entry.balanceCode ?? '',
    ...(entry.display === undefined ? {} : { display: displayNames(entry.display, languages) }),
    ...(names && { names }),
    scale: entry.scale,
    ...limits,
    subtracks: entry.subtracks,
    switchedOff,
  }
}

/** What places of a brand have clocks, also those that are switched off. */
export type Places = Pick<Brand, 'locations' | 'pastLocations' | 'timeZone'>

/** A location that there is, or was. */
export const placeAt = ({ locations, pastLocations }: Omit<Places, 'timeZone'>, location: string) =>
  locations.get(location) ?? pastLocations.get(location)

/** The time zone of the clock at a location; the brand's where none is meant, or it has no other. */
export const zoneAt = (brand: Places, location = ''): string => placeAt(brand, location)?.timeZone ?? brand.timeZone

/** Whether a location has a clock of its own. */
export const hasPlaceClocks = ({ locations }: Pick<Brand, 'locations'>): boolean =>
  locations.values().some(({ timeZone }) => timeZone !== undefined)

function toLocation(location: DocumentLocation, { brand }: BrandDocument): Location {
  const { timeZone } = location
  return {
    id: location.id,
    name: location.name,
    ...(location.group === undefined ? {} : { group: location.group }),
    country: location.country ?? brand.country,
    currency: location.currency ?? brand.currency,
    ...(timeZone !== undefined && timeZone !== brand.timeZone && { timeZone }),
    terminals: new Set(location.terminals),
    employees: new Map(location.employees.map((employee) => [employee.id, employee])),
  }
}

function toCouponSet(set: BrandDocument['couponSets'][number], switchedOff: boolean): CouponSet {
  const { id, name, generate, autoGenerate, codes } = set
  return defined({ id, name, autoGenerate, switchedOff, hasCodes: codes !== undefined, generate })
}

function toCodes({ couponSets, brand }: BrandDocument): Map<string, PublicCode> {
  const instantOf = (text: string | undefined) => (text === undefined ? undefined : parseDateTime(text, brand.timeZone))
  const all = couponSets.flatMap(({ id: set, codes = [] }) =>
    codes.map(({ code, uses, perCard, from, until }) =>
      defined({ key: codeKey(code), code, set, uses, perCard, from: instantOf(from), until: instantOf(until) }),
    ),
  )
  return new Map(all.map((code) => [code.key, code]))
}

function cardSetPrograms(document: BrandDocument, programs: ReadonlyMap<string, Program>): Map<string, Program> {
  const entries = [
    ...document.programs.flatMap((program) => program.cardSets.map((set) => [set.id, program.id] as const)),
    ...document.switchedOff.cardSets.map((set) => [set.id, set.program] as const),
  ]
  return new Map(
    entries.map(([set, programId]) => {
      const program = programs.get(programId)
      assert(program, `the program ${programId} of the card set ${set} is known`)
      return [set, program] as const
    }),
  )
}

function numberKey(program: string, type: { balanceType: string; balanceCode?: string | undefined }): string {
  return JSON.stringify([program, type.balanceType, type.balanceCode ?? ''])
}

function toDecimal(value: number): Decimal {
  const decimal = parseDecimal(String(value))
  assert(decimal, 'a stored number has at most 15 digits')
  return decimal
}

function toExactMinor(value: number, scale: number): Minor {
  const minor = toMinor(toDecimal(value), scale)
  assert(minor !== undefined, 'a stored limit fits its scale')
  return minor
}
