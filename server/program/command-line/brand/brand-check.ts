import { readFile } from 'node:fs/promises'
import { text as textOf } from 'node:stream/consumers'
import { brandFileSchema } from '../../../domain/brand/brand-file-schema.ts'
import type { FileFault } from '../../../domain/brand/faults/fault.ts'
import { findingsOf } from '../../../domain/brand/read-brand-file.ts'
import type { CommandContext } from '../command.ts'
import { CommandFailed } from '../command-failed.ts'
import { counted } from '../counted.ts'
import { faultLines, faultRecord } from './fault-lines.ts'

/** Reads a brand file without a database, and says everything that is wrong with it, or most likely wrong. */
export async function brandCheck(file: string, { config }: CommandContext): Promise<void> {
  const { name, text } = await readNamed(file)
  // Which event types calls have created is known to the database alone.
  const { faults, warnings } = findingsOf(text, () => 'perhaps')
  if (config.json) print(JSON.stringify(recordsOf(name, faults, warnings), undefined, 2))
  else {
    const lines = [
      ...faults.flatMap((fault) => faultLines(name, text, fault, 'fault')),
      ...warnings.flatMap((warning) => faultLines(name, text, warning, 'warning')),
    ]
    print([...lines, summaryOf(name, faults, warnings)].join('\n'))
  }
  if (faults.length > 0 || (config.strict && warnings.length > 0)) throw new CommandFailed([])
}

/** The text of a file, and what it is called in messages. */
export interface NamedText {
  readonly name: string
  readonly text: string
}

/** A file by its name, or what is given on the standard input: `-`. */
export async function readNamed(file: string): Promise<NamedText> {
  if (file === '-') return { name: 'stdin', text: await textOf(process.stdin) }
  return { name: file, text: await readWhole(file) }
}

/** The text of a file, or in words why it cannot be read. */
export function readWhole(file: string): Promise<string> {
  return readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    throw new CommandFailed([`${file}: ${unreadable.get(error.code ?? '') ?? error.message}`])
  })
}

const unreadable: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EISDIR', 'is a folder, not a file'],
  ['EACCES', 'the file may not be read by this user'],
])

/** Prints the schema for editors. */
export function brandSchema(): void {
  print(JSON.stringify(brandFileSchema(), undefined, 2))
}

const recordsOf = (file: string, faults: readonly FileFault[], warnings: readonly FileFault[]) => [
  ...faults.map((fault) => faultRecord(file, fault, 'error')),
  ...warnings.map((warning) => faultRecord(file, warning, 'warning')),
]

function summaryOf(file: string, faults: readonly FileFault[], warnings: readonly FileFault[]): string {
  if (faults.length === 0 && warnings.length === 0) return `${file} has no faults.`
  const parts = [counted(faults.length, 'fault'), ...(warnings.length > 0 ? [counted(warnings.length, 'warning')] : [])]
  return `${file} has ${parts.join(' and ')}.`
}

const print = (text: string) => process.stdout.write(`${text}\n`)
