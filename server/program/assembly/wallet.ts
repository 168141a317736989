import { randomBytes } from 'node:crypto'
import { toAddressList } from '../../domain/brand/keys/addresses.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { PassParts } from '../../doors/pages/pass/passes.ts'
import { PassFiles } from '../../doors/pages/wallet/apple/pass-files.ts'
import { AppleService } from '../../doors/pages/wallet/apple-service.ts'
import { passTokenUse } from '../../doors/pages/wallet/pass-token.ts'
import { WalletDoor } from '../../doors/pages/wallet/wallet-door.ts'
import { openWallets, type Wallets } from '../../doors/pages/wallet/wallets.ts'
import { readNow } from '../../ground/database/clock.sql.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { Log } from '../../ground/log/log.ts'
import type { CachedBrands } from '../../storage/brand-store/cache/cached-brands.ts'
import { Reader } from '../../storage/store/queries/reader.ts'
import type { Config } from '../configuration/config.ts'

/** What the server needs for passes in wallets. */
export interface Wallet {
  readonly issuing: NonNullable<PassParts['wallets']>
  readonly door: WalletDoor
}

interface WalletMeans {
  readonly config: Config
  readonly log: Log
  readonly pins: PinKeeper
}

/** Undefined where the operator has set up no wallet. */
export function walletsOf({ wallet }: Config, log: Log, pins: PinKeeper): Wallets | undefined {
  const keys = { key: () => pins.keyFor(passTokenUse), keys: () => pins.keysFor(passTokenUse) }
  return wallet && openWallets(wallet, keys, log)
}

export function openWallet(
  { pool, brands }: { readonly pool: ConnectionPool; readonly brands: CachedBrands },
  { config, log, pins }: WalletMeans,
): Wallet | undefined {
  const wallets = walletsOf(config, log, pins)
  if (!wallets) return undefined
  const { publicUrl, trustedProxies, failuresPerMinute } = config
  const reader = new Reader(pool, async () => undefined)
  const files = new PassFiles(wallets, publicUrl)
  const service = new AppleService({ brands, db: pool, reader, wallets, files, now: () => readNow(pool) })
  const proxies = trustedProxies.length > 0 && { trustedProxies: toAddressList(trustedProxies) }
  return {
    issuing: { db: pool, reader, wallets, random: randomBytes, files },
    door: new WalletDoor({ service, log, failuresPerMinute, ...proxies }),
  }
}
