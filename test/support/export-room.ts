import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import { Connection } from '../../server/ground/database/connection.ts'
import { csv } from '../../server/storage/export/formats/csv.ts'
import type { RowFormat } from '../../server/storage/export/formats/row-file.ts'
import type { ExportManifest } from '../../server/storage/export/manifest.ts'
import { type ExportPeriod, readPeriod } from '../../server/storage/export/period.ts'
import { findSource } from '../../server/storage/export/source.ts'
import { type ExportResult, prepareExport, writeExport } from '../../server/storage/export/write-export.ts'
import { testDatabase } from './shop.ts'

const folders: string[] = []

after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

export function exportFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-export-'))
  folders.push(folder)
  return folder
}

const dayMs = 24 * 60 * 60 * 1000
export const daysAgo = (days: number): string => new Date(Date.now() - days * dayMs).toISOString().slice(0, 10)

function periodOf(from: string, to: string): ExportPeriod {
  const period = readPeriod(from, to)
  if (typeof period === 'string') throw new Error(period)
  return period
}

export interface Exporting {
  readonly folder?: string
  readonly format?: RowFormat
  readonly withPersons?: boolean
  readonly days?: readonly [from: string, to: string]
}

/** Exports without the command line: from yesterday to tomorrow, unless days are given. */
export async function exported(
  what: string,
  brand: string,
  more: Exporting = {},
): Promise<ExportResult & { folder: string }> {
  const source = findSource(what)
  if (!source) throw new Error(what)
  const { folder = exportFolder(), format = csv, withPersons = false, days = [daysAgo(1), daysAgo(-1)] } = more
  const period = periodOf(...days)
  const order = { source, brand, period, format, withPersons, folder, purser: '0.0.0', progress: () => undefined }
  const before = await prepareExport(order)
  const db = await Connection.open({ url: testDatabase(), isReadOnly: true })
  const result = await writeExport(db, order, before).finally(() => db.close())
  return { ...result, folder }
}

/** The content of every file of a folder, one after the other. */
export const allText = (folder: string): string =>
  readdirSync(folder)
    .toSorted()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n')

/** The rows of an export in CSV without quotes in its cells. */
export function rowsOf(folder: string, { parts }: ExportManifest): Record<string, string>[] {
  return parts.flatMap(({ file }) => {
    const [head = '', ...lines] = readFileSync(join(folder, file), 'utf8').trimEnd().split('\r\n')
    const names = head.split(',')
    return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index] ?? '', cell])))
  })
}
