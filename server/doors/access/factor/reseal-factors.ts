import type { Sql } from '../../../ground/database/connection.ts'
import type { Sealer } from '../../../ground/kernel/seal.ts'
import { listSealedFactors, updateSealed } from './factor.sql.ts'

/** There are as many as people with a code generator: all of them fit. */
const factorsMax = 100_000

/** Seals the secrets of code generators with the key that seals now. What no key opens stays as it is. */
export async function resealFactors(db: Sql, sealer: Sealer): Promise<{ resealed: number; unopened: number }> {
  const done = { resealed: 0, unopened: 0 }
  for (const factor of await listSealedFactors(db, sealer.keyId, factorsMax)) {
    const secret = opened(sealer, factor)
    if (secret === undefined) done.unopened += 1
    else done.resealed += await updateSealed(db, factor, sealer.seal(factor.login, secret))
  }
  return done
}

/** Whether the key opens what is sealed here, as far as one of them shows. */
export async function opensFactors(db: Sql, sealer: Sealer): Promise<boolean> {
  const [first] = await listSealedFactors(db, 0, 1)
  return first === undefined || opened(sealer, first) !== undefined
}

function opened(sealer: Sealer, { login, sealed }: { login: string; sealed: Buffer }): string | undefined {
  try {
    return sealer.open(login, sealed)
  } catch {
    return undefined
  }
}
