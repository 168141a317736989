import { type Change, writeChange } from '../../../domain/audit/change.ts'
import type { BrandDocument } from '../../../domain/brand/document.ts'
import { changesByAddress } from '../apply/differences.ts'

/**
 * What a file would take back that somebody else has changed: whatever differs between the version that the file knows
 * and the current one, and which the file would change once more. A file that has the same change takes nothing back.
 */
export function undoneLines(base: BrandDocument, current: BrandDocument, next: BrandDocument): string[] {
  const theirs = changesByAddress(base, current)
  const undone = [...changesByAddress(current, next)].filter(([address]) => theirs.has(address))
  const gone = new Set(undone.filter(([, changes]) => isWhole(changes)).map(([address]) => address))
  return undone
    .filter(([address, changes]) => !isWhole(changes) || !enclosing(address).some((outer) => gone.has(outer)))
    .flatMap(([address, changes]) => changes.map((change) => `${address.replace(/\/$/, '')}: ${writeChange(change)}`))
}

const isWhole = ([change]: readonly Change[]) => change?.what === 'added' || change?.what === 'switchedOff'

/** `campaigns/earn` of `campaigns/earn/rules/per-dollar`. */
const enclosing = (address: string) => address.split('/').map((_, index, parts) => parts.slice(0, index).join('/'))
