import { createHash } from 'node:crypto'
import type {
  ApiKey,
  BrandDocument,
  BrandFile,
  DocumentEmployee,
  DocumentLocation,
  DocumentProgram,
  SwitchedOff,
} from '../../../domain/brand/document.ts'
import type { ApiKeyEntry } from '../../../domain/brand/shapes/api-key-shape.ts'
import type { EmployeeEntry } from '../../../domain/brand/shapes/brand-shape.ts'
import { type ProgramEntry, valueTypeName } from '../../../domain/brand/shapes/program-shape.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import type { RandomBytes } from '../../../ground/kernel/ids.ts'
import { hashPassword, passwordMatches } from '../passwords.ts'
import { keepSecrets } from './receiver-secrets.ts'

/**
 * What is stored of a file: hashes of its secrets, except those needed to sign and send; no listed cards; and what the
 * previous document had and the file lacks, as switched off. Applying the same file again gives the same document.
 */
export async function toDocument(
  { exportedFrom: _, ...file }: BrandFile,
  before: BrandDocument | undefined,
  random: RandomBytes,
): Promise<BrandDocument> {
  const programs = file.programs.map(withoutCards)
  const locations = await hashPasswords(file, before, random)
  const { senders, webhooks } = keepSecrets(file, before, random)
  return {
    ...file,
    apiKeys: file.apiKeys.map((entry) => toApiKey(entry, before)),
    locations,
    programs,
    senders,
    webhooks,
    switchedOff: toSwitchedOff({ ...file, locations, programs }, before),
  }
}

/** A key with a single secret is stored in the original form, so that earlier files and documents mean the same. */
function toApiKey(
  { secret, secretSha256, secrets, secretsSha256, secretSet, ...entry }: ApiKeyEntry,
  before: BrandDocument | undefined,
): ApiKey {
  if (secretSet) return { ...entry, ...digestsOf(before?.apiKeys.find((one) => one.key === entry.key)) }
  const given = secrets ?? (secret === undefined ? [] : [secret])
  const hashed = given.map((one) => createHash('sha256').update(one).digest('hex'))
  const all = [...hashed, ...(secretsSha256 ?? []), ...(secretSha256 === undefined ? [] : [secretSha256])]
  const [only] = all
  return all.length === 1 && only !== undefined ? { ...entry, secretSha256: only } : { ...entry, secretsSha256: all }
}

const digestsOf = ({ secretSha256, secretsSha256 }: Partial<ApiKey> = {}) => defined({ secretSha256, secretsSha256 })

export function withoutCards(program: ProgramEntry): DocumentProgram {
  return { ...program, cardSets: program.cardSets.map(({ cards: _listed, ...set }) => set) }
}

async function hashPasswords(
  file: Pick<BrandFile, 'locations'>,
  before: BrandDocument | undefined,
  random: RandomBytes,
): Promise<DocumentLocation[]> {
  const known = [...(before?.locations ?? []), ...(before?.switchedOff.locations ?? [])]
  const locations: DocumentLocation[] = []
  for (const location of file.locations) {
    const employees = known.find((one) => one.id === location.id)?.employees ?? []
    const hashed = location.employees.map((employee) =>
      toDocumentEmployee(employee, employees.find((one) => one.id === employee.id)?.passwordHash, random),
    )
    locations.push({ ...location, employees: await Promise.all(hashed) })
  }
  return locations
}

async function toDocumentEmployee(
  { password, passwordSet, ...employee }: EmployeeEntry,
  knownHash: string | undefined,
  random: RandomBytes,
): Promise<DocumentEmployee> {
  if (passwordSet && knownHash !== undefined) return { ...employee, passwordHash: knownHash }
  if (password === undefined) return employee
  const isUnchanged = knownHash !== undefined && (await passwordMatches(knownHash, password))
  return { ...employee, passwordHash: isUnchanged ? knownHash : await hashPassword(password, random) }
}

/** The lists whose removed entries are kept as switched off. */
type Lists = Omit<SwitchedOff, 'programs' | 'valueTypes' | 'cardSets'>

function toSwitchedOff(
  now: Lists & { readonly programs: readonly DocumentProgram[] },
  before: BrandDocument | undefined,
): SwitchedOff {
  const off = before?.switchedOff
  const known: readonly Lists[] = before ? [before, before.switchedOff] : []
  const kept = <T>(section: (lists: Lists) => readonly T[], name: (entry: T) => string) =>
    missing(known.flatMap(section), section(now), name)
  const bare = before?.programs.map(({ valueTypes: _types, cardSets: _sets, ...program }) => program) ?? []
  const types = [...valueTypesOf(before?.programs ?? []), ...(off?.valueTypes ?? [])]
  const sets = [...cardSetsOf(before?.programs ?? []), ...(off?.cardSets ?? [])]
  return {
    groups: kept((lists) => lists.groups, byId),
    locations: kept((lists) => lists.locations, byId),
    programs: missing([...bare, ...(off?.programs ?? [])], now.programs, byId),
    valueTypes: missing(types, valueTypesOf(now.programs), (type) => `${type.program} ${valueTypeName(type)}`),
    cardSets: missing(sets, cardSetsOf(now.programs), byId),
    couponSets: kept((lists) => lists.couponSets, byId),
    demographicFields: kept(
      (lists) => lists.demographicFields,
      (field) => field.name,
    ),
    products: kept(
      (lists) => lists.products,
      (product) => product.sku,
    ),
    subscriptionLists: kept(
      (lists) => lists.subscriptionLists,
      (list) => list.uuid,
    ),
    eventTypes: kept(
      (lists) => lists.eventTypes,
      (type) => type.categoryId,
    ),
    templates: kept((lists) => lists.templates, byId),
    segments: kept((lists) => lists.segments, byId),
    webhooks: kept((lists) => lists.webhooks, byId),
    campaigns: kept((lists) => lists.campaigns, byId),
  }
}

function byId(entry: { readonly id: string }): string {
  return entry.id
}

/** The earlier entries whose names are gone, each once. */
function missing<T extends N, N>(before: readonly T[], now: readonly N[], name: (entry: N) => string): readonly T[] {
  const seen = new Set(now.map(name))
  return before.filter((entry) => !seen.has(name(entry)) && seen.add(name(entry)))
}

/** All value types of the programs, each with the program it belongs to. */
export function valueTypesOf(programs: readonly DocumentProgram[]) {
  return programs.flatMap(({ id, valueTypes }) => valueTypes.map((type) => ({ program: id, ...type })))
}

/** All card sets of the programs, each with the program it belongs to. */
export function cardSetsOf(programs: readonly DocumentProgram[]) {
  return programs.flatMap(({ id, cardSets }) => cardSets.map((set) => ({ program: id, ...set })))
}
