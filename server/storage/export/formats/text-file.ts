import { open } from 'node:fs/promises'
import type { ExportRow } from '../column.ts'
import type { RowFile } from './row-file.ts'

/** A file of lines: a head, and one for each row. */
export async function openTextFile(path: string, head: string, toLine: (row: ExportRow) => string): Promise<RowFile> {
  const handle = await open(path, 'a')
  const write = async (text: string) => {
    if (text !== '') await handle.writeFile(text)
  }
  await write(head)
  return {
    write: (rows) => write(rows.map(toLine).join('')),
    end: () => handle.close(),
  }
}
