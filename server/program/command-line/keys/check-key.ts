import type { PinKeeper } from '../../../domain/card/pin-keeper.ts'
import { loginFactorUse } from '../../../doors/access/factor/factors.ts'
import { opensFactors } from '../../../doors/access/factor/reseal-factors.ts'
import type { ConnectionPool } from '../../../ground/database/connection.ts'
import { brandSecretUse, SecretNotOpened } from '../../../storage/brand-store/document-secrets.ts'
import { openStoredSecrets, sealStoredSecrets } from '../../../storage/brand-store/stored-brand.ts'
import { findSealedPin } from '../../../storage/store/queries/card-view.sql.ts'
import { CommandFailed } from '../command-failed.ts'

export const advice =
  'Restore the file secret.key of the data folder, or set PURSER_SECRET_KEY or PURSER_SECRET_KEY_FILE to the right key.'

/** Refuses a key that does not open what is sealed in the database. Changes nothing. */
export async function checkKey(pool: ConnectionPool, pins: PinKeeper): Promise<void> {
  await checkPins(pool, pins)
  const sealer = pins.sealerFor(brandSecretUse)
  await withRightKey(() => pool.withConnection((db) => openStoredSecrets(db, sealer)))
  if (!(await opensFactors(pool, pins.sealerFor(loginFactorUse))))
    throw new CommandFailed([
      "The secret key is not the one that second factors of the portal's users were sealed with.",
      advice,
    ])
}

/** A server with the wrong key must not start; with the right one, secrets that an earlier version stored plain are sealed. */
export async function sealPlainSecrets(pool: ConnectionPool, pins: PinKeeper): Promise<void> {
  const sealer = pins.sealerFor(brandSecretUse)
  await withRightKey(() => pool.withConnection((db) => sealStoredSecrets(db, sealer)))
}

/** Refuses a key other than the one that the pins in the database were sealed with: no pin would ever be right. */
export async function checkPins(pool: ConnectionPool, pins: PinKeeper): Promise<void> {
  const found = await findSealedPin(pool)
  if (!found) return
  try {
    pins.open(found.brand, found.cardNumber, found.pin)
  } catch {
    throw new CommandFailed(['The secret key is not the one that the pins in this database were sealed with.', advice])
  }
}

/** Tells the operator what to do about a secret that the key does not open. */
export async function withRightKey<Result>(use: () => Promise<Result>): Promise<Result> {
  try {
    return await use()
  } catch (error) {
    if (!(error instanceof SecretNotOpened)) throw error
    throw new CommandFailed([
      error.message,
      'It was sealed with another key, or was changed in the database since.',
      advice,
    ])
  }
}
