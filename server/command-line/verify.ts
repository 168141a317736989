import { verify } from '../verify/verify.ts'
import { CommandFailed } from './command-failed.ts'
import { counted } from './counted.ts'
import { withPool } from './pool.ts'

/** Prints every discrepancy; the exit status tells whether there is one. */
export async function verifyAll(url: string): Promise<void> {
  const { brands, ledgerRows, discrepancies } = await withPool(url, (pool) => verify(pool))
  for (const { brand, check, subject, expected, found } of discrepancies) {
    process.stdout.write(`brand ${brand}: ${subject}: expected ${expected}, found ${found} (${check})\n`)
  }
  const checked = `${counted(brands, 'brand')} and ${counted(ledgerRows, 'ledger row')} checked`
  if (discrepancies.length > 0)
    throw new CommandFailed([`${checked}: ${counted(discrepancies.length, 'discrepancy', 'discrepancies')}.`])
  process.stdout.write(`${checked}: everything adds up.\n`)
}
