import { integer } from '../../../ground/contract/field.ts'
import { readNow } from '../../../ground/database/clock.sql.ts'
import { errandKind } from '../../../storage/errand/kind.ts'
import { verify } from '../../../storage/verify/verify.ts'
import { keepVerified } from '../../../storage/verify/verify-run.sql.ts'

/** So many differences tell enough; a broken book may have millions. */
const shownMax = 1000

/** What `purser verify` does, for one brand: its differences are the result, not a failure. */
export const verifyBrand = errandKind({
  name: 'verify',
  summary: 'Derive every balance of the brand from the ledger again, and name every difference.',
  inputModel: 'VerifyErrandInput',
  input: {
    maxDiscrepancies: integer('How many differences to name at most. All are counted.')
      .between(0, shownMax)
      .default(shownMax),
  },
  run: async ({ maxDiscrepancies }, { brand, pool, progress, signal }) => {
    const ranAt = await readNow(pool)
    const verified = await verify(pool, brand.id, ({ done, total, check }) => {
      signal.throwIfAborted()
      progress({ done, total, saying: check === undefined ? { saying: 'checked' } : { saying: 'checking', check } })
    })
    await keepVerified(pool, verified, ranAt)
    const [checked] = verified.brands
    return {
      addsUp: verified.discrepancies.length === 0,
      ledgerRows: checked?.ledgerRows ?? 0,
      discrepancyCount: verified.discrepancies.length,
      discrepancies: verified.discrepancies
        .slice(0, maxDiscrepancies)
        .map(({ check, subject, expected, found }) => ({ check, subject, expected, found })),
    }
  },
})
