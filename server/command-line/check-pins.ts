import type { PinKeeper } from '../card/pin-keeper.ts'
import { findSealedPin } from '../store/card-view.sql.ts'
import type { ConnectionPool } from '../store/connection.ts'
import { CommandFailed } from './command-failed.ts'

/** Refuses a secret key that is not the one the pins in the database were sealed with: no pin would ever be right. */
export async function checkPins(pool: ConnectionPool, pins: PinKeeper): Promise<void> {
  const found = await findSealedPin(pool)
  if (!found) return
  try {
    pins.open(found.brand, found.cardNumber, found.pin)
  } catch {
    throw new CommandFailed([
      'The secret key is not the one that the pins in this database were sealed with.',
      'Restore secret.key of the data folder, or give the right PURSER_SECRET_KEY or PURSER_SECRET_KEY_FILE.',
    ])
  }
}
