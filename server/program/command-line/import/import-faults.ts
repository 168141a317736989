import { once } from 'node:events'
import { createWriteStream, type WriteStream } from 'node:fs'
import type { ImportFault } from '../../../calls/import/column.ts'
import { BadFile } from '../../../calls/import/file/bad-file.ts'
import { csvCell } from '../../../storage/export/formats/csv.ts'
import { inThousands } from '../storage/copy-progress.ts'

/** Shows the first faults, and writes all of them into a file if one was named. */
export class FaultLog {
  private readonly shownMax: number
  private readonly file: WriteStream | undefined
  private readonly shown: ImportFault[] = []
  private count = 0
  private isClosed = false

  private constructor(shownMax: number, file: WriteStream | undefined) {
    this.shownMax = shownMax
    this.file = file
  }

  static async open(path: string | undefined, shownMax: number): Promise<FaultLog> {
    if (path === undefined) return new FaultLog(shownMax, undefined)
    const file = createWriteStream(path, { mode: 0o600 })
    await once(file, 'open').catch((error: Error) => {
      throw new BadFile(`${path} cannot be written: ${error.message}`)
    })
    file.write(csvLine(['row', 'line', 'column', 'value', 'fault']))
    return new FaultLog(shownMax, file)
  }

  async add(fault: ImportFault): Promise<void> {
    this.count += 1
    if (this.shown.length < this.shownMax) this.shown.push(fault)
    const { row, line, column, shown, message } = fault
    const isFull = this.file?.write(csvLine([String(row), String(line), column, shown, message])) === false
    if (isFull && this.file) await once(this.file, 'drain')
  }

  lines(): string[] {
    const more = this.count - this.shown.length
    return [
      ...this.shown.map(faultLine),
      ...(more > 0 ? [`… and ${inThousands(more)} more; --faults FILE.csv has all.`] : []),
    ]
  }

  async close(): Promise<void> {
    if (this.isClosed || !this.file) return
    this.isClosed = true
    this.file.end()
    await once(this.file, 'close')
  }
}

function faultLine({ row, line, column, shown, message }: ImportFault): string {
  const value = shown === '' ? '' : ` "${shown}"`
  return `row ${row} (line ${line})${column === '' ? '' : `, ${column}`}${value} ${message}`
}

const csvLine = (cells: readonly string[]) => `${cells.map((cell) => csvCell(cell, { kind: 'text' })).join(',')}\r\n`
