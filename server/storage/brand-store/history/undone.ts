import type { BrandDocument } from '../../../domain/brand/document.ts'
import { changesByAddress } from '../apply/differences.ts'

/**
 * What a file would take back that somebody else has changed: whatever differs between the version that the file knows
 * and the current one, and which the file would change once more. A file that has the same change takes nothing back.
 */
export function undoneLines(base: BrandDocument, current: BrandDocument, next: BrandDocument): string[] {
  const theirs = changesByAddress(base, current)
  const undone = [...changesByAddress(current, next)].filter(([address]) => theirs.has(address))
  const gone = new Set(undone.filter(([, lines]) => isWhole(lines)).map(([address]) => address))
  return undone
    .filter(([address, lines]) => !isWhole(lines) || !enclosing(address).some((outer) => gone.has(outer)))
    .flatMap(([address, lines]) => lines.map((line) => `${address.replace(/\/$/, '')}: ${line}`))
}

const isWhole = ([line]: readonly string[]) => line === 'added' || line === 'switched off'

/** `campaigns/earn` of `campaigns/earn/rules/per-dollar`. */
const enclosing = (address: string) => address.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))
