import { brandSecretUse, SecretNotOpened } from '../brand-store/document-secrets.ts'
import { sealStoredSecrets } from '../brand-store/stored-brand.ts'
import type { PinKeeper } from '../card/pin-keeper.ts'
import type { ConnectionPool } from '../database/connection.ts'
import { findSealedPin } from '../store/queries/card-view.sql.ts'
import { CommandFailed } from './command-failed.ts'

const advice = 'Restore secret.key of the data folder, or give the right PURSER_SECRET_KEY or PURSER_SECRET_KEY_FILE.'

/** A server with the wrong key must not start; with the right one, what an earlier version kept plain is sealed. */
export async function checkKey(pool: ConnectionPool, pins: PinKeeper): Promise<void> {
  await checkPins(pool, pins)
  const sealer = pins.sealerFor(brandSecretUse)
  await withRightKey(() => pool.withConnection((db) => sealStoredSecrets(db, sealer)))
}

/** Refuses a secret key that is not the one the pins in the database were sealed with: no pin would ever be right. */
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
    throw new CommandFailed([error.message, 'It was sealed with another key, or changed in the database.', advice])
  }
}
