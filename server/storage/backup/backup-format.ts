import type { Partition, SequenceState, StoredTable } from '../../ground/database/catalogue.sql.ts'
import type { TableMeasure } from './row-measure.ts'
import type { SourceContent, SourceHead } from './row-source.ts'

/** A file that is no backup, or not the whole of one, or not as it was written. */
export class DamagedBackup extends Error {}

/** Raised when a reader of this version would misunderstand what is written. */
export const formatVersion = 1

/** Members of the file, in this order; between the second and the third, the rows. */
export const memberNames = { head: 'head.json', manifest: 'manifest.json', seal: 'seal.json' } as const

/** The rows of a table are one zstd stream, cut into pieces: `cat card.*.zst | zstd -d` is what COPY wrote. */
export const pieceName = (table: string, piece: number): string => `rows/${table}.${String(piece).padStart(6, '0')}.zst`

/** The first member. */
export interface BackupHead extends SourceHead {
  readonly format: number
  readonly id: string
  readonly purser: string
  /** Absent when the key was not at hand. */
  readonly keyFingerprint?: string
}

/** After the rows: what they were. Its SHA-256 stands for the whole file. */
export interface BackupManifest extends SourceContent {
  readonly headSha256: string
}

/** The last member. Whatever ends before it is half a backup. */
export interface BackupSeal {
  readonly manifestSha256: string
  /** With the secret key. */
  readonly signature?: string
}

type Json = { readonly [name: string]: unknown }

export function composeHead({ migrations, ...head }: BackupHead): Buffer {
  const history = migrations.map(({ sha256, ...migration }) => ({ ...migration, sha256: sha256.toString('hex') }))
  return toJson({ ...head, migrations: history })
}

export function readHead(text: Buffer): BackupHead {
  const head = fromJson(text)
  const format = numberIn(head, 'format')
  if (format > formatVersion)
    throw new DamagedBackup(
      `The backup has format ${format}, and this Purser reads ${formatVersion}. Use a newer Purser.`,
    )
  const { keyFingerprint } = head
  return {
    format,
    id: textIn(head, 'id'),
    purser: textIn(head, 'purser'),
    takenAt: textIn(head, 'takenAt'),
    postgresql: textIn(head, 'postgresql'),
    migrations: listIn(head, 'migrations').map((one) => ({
      number: numberIn(one, 'number'),
      name: textIn(one, 'name'),
      sha256: Buffer.from(textIn(one, 'sha256'), 'hex'),
    })),
    tables: listIn(head, 'tables').map(readTable),
    ...(typeof keyFingerprint === 'string' && { keyFingerprint }),
  }
}

function readTable(table: Json): StoredTable {
  const { columns } = table
  if (!Array.isArray(columns) || !columns.every((column) => typeof column === 'string')) throw malformed('columns')
  return { name: textIn(table, 'name'), columns, partitions: listIn(table, 'partitions').map(readPartition) }
}

function readPartition(part: Json): Partition {
  return { name: textIn(part, 'name'), from: textIn(part, 'from'), to: textIn(part, 'to') }
}

export function composeManifest({ headSha256, measures, sequences }: BackupManifest): Buffer {
  return toJson({ headSha256, tables: Object.fromEntries(measures), sequences })
}

export function readManifest(text: Buffer): BackupManifest {
  const manifest = fromJson(text)
  const tables = Object.entries(objectIn(manifest, 'tables'))
  return {
    headSha256: textIn(manifest, 'headSha256'),
    measures: new Map(tables.map(([name, table]) => [name, readMeasure(table as Json)])),
    sequences: listIn(manifest, 'sequences').map(readSequence),
  }
}

const readMeasure = (measure: Json): TableMeasure => ({
  rows: numberIn(measure, 'rows'),
  bytes: numberIn(measure, 'bytes'),
  sha256: textIn(measure, 'sha256'),
  rowsSum: textIn(measure, 'rowsSum'),
})

const readSequence = (sequence: Json): SequenceState => ({
  name: textIn(sequence, 'name'),
  last: sequence.last === null ? null : textIn(sequence, 'last'),
})

export const composeSeal = (seal: BackupSeal): Buffer => toJson({ ...seal })

export function readSeal(text: Buffer): BackupSeal {
  const seal = fromJson(text)
  const { signature } = seal
  return { manifestSha256: textIn(seal, 'manifestSha256'), ...(typeof signature === 'string' && { signature }) }
}

const toJson = (value: Json) => Buffer.from(`${JSON.stringify(value, undefined, 1)}\n`)

function fromJson(text: Buffer): Json {
  try {
    const value: unknown = JSON.parse(text.toString('utf8'))
    if (typeof value === 'object' && value !== null) return value as Json
  } catch {}
  throw malformed('JSON')
}

const malformed = (what: string) => new DamagedBackup(`The backup is damaged: its ${what} cannot be read.`)

function textIn(value: Json, name: string): string {
  const text = value[name]
  if (typeof text !== 'string') throw malformed(name)
  return text
}

function numberIn(value: Json, name: string): number {
  const number = value[name]
  if (typeof number !== 'number') throw malformed(name)
  return number
}

function objectIn(value: Json, name: string): Json {
  const inner = value[name]
  if (typeof inner !== 'object' || inner === null) throw malformed(name)
  return inner as Json
}

function listIn(value: Json, name: string): readonly Json[] {
  const list = value[name]
  if (!Array.isArray(list)) throw malformed(name)
  return list as Json[]
}
