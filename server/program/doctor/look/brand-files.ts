import { accessSync, constants } from 'node:fs'
import { type Finding, ok, problem } from '../finding.ts'

/** Only whether they can be read: `purser brand apply FILE --dry-run` says what is in them. */
export function lookAtBrandFiles(files: readonly string[]): Finding[] {
  const unreadable = files.filter((file) => !isReadable(file))
  if (unreadable.length > 0)
    return [problem('brand files', `cannot be read: ${unreadable.join(', ')}`, 'Correct --brand or PURSER_BRANDS.')]
  return files.length > 0 ? [ok('brand files', `${files.length} can be read`)] : []
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK)
    return true
  } catch {
    return false
  }
}
