import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { codeOf } from '../../ground/kernel/code-of.ts'
import type { ExportColumn } from './column.ts'
import { replaceFile } from './part-file.ts'

export const manifestName = 'manifest.json'

/** What a folder holds. Written anew after each part, so that it names every part that is whole. */
export interface ExportManifest {
  /** What the columns and the files are like; another number would be another form. */
  readonly form: 'purser export 1'
  readonly what: string
  readonly brand: string
  readonly format: string
  readonly personalData: boolean
  readonly columns: readonly { readonly name: string; readonly kind: ExportColumn['kind'] }[]
  /** The days that the last run was asked for, both included. */
  readonly from: string
  readonly to: string
  /** The version of Purser, and when the last run began; one that was interrupted and goes on has begun before. */
  readonly purser: string
  readonly startedAt: string
  /** Whether that run has come to its end. */
  readonly isComplete: boolean
  readonly parts: readonly Part[]
}

export interface Part {
  readonly file: string
  readonly from: string
  readonly to: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
  readonly madeAt: string
  /** Whether rows of it could still come in or change when it was made: another run makes it again. */
  readonly isOpen: boolean
}

/** The folder does not hold what it should. */
export class BadExport extends Error {}

export async function writeManifest(folder: string, manifest: ExportManifest): Promise<void> {
  const text = `${JSON.stringify(manifest, null, 1)}\n`
  await replaceFile(folder, manifestName, (draft) => writeFile(draft, text))
}

/** Undefined where there is none. */
export async function readManifest(folder: string): Promise<ExportManifest | undefined> {
  let text: string
  try {
    text = await readFile(join(folder, manifestName), 'utf8')
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
  const manifest = parse(text)
  if (!isManifest(manifest)) throw new BadExport(`${manifestName} in ${folder} is not the manifest of an export.`)
  return manifest
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function isManifest(value: unknown): value is ExportManifest {
  if (!isObject(value) || value.form !== 'purser export 1') return false
  const texts = ['what', 'brand', 'format', 'from', 'to', 'purser', 'startedAt']
  if (!texts.every((key) => typeof value[key] === 'string')) return false
  if (!Array.isArray(value.columns) || !value.columns.every((column) => isObject(column))) return false
  return Array.isArray(value.parts) && value.parts.every(isPart)
}

/** The name of a part is a name within the folder, whoever wrote it. */
function isPart(value: unknown): value is Part {
  if (!isObject(value)) return false
  const { file, rows, bytes, sha256 } = value
  return (
    typeof file === 'string' &&
    /^[a-z0-9][a-z0-9.-]*$/.test(file) &&
    Number.isSafeInteger(rows) &&
    Number.isSafeInteger(bytes) &&
    typeof sha256 === 'string'
  )
}
