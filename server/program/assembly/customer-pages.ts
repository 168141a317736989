import type { Engine } from '../../calls/engine/engine.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import { confirmPath, consentLinkUse, unsubscribePath } from '../../domain/message/link/consent-link.ts'
import { passLinkUse, passPath } from '../../domain/message/link/pass-link.ts'
import type { PageNow, PagesNow } from '../../doors/api/routes.ts'
import { Consents } from '../../doors/pages/consent/consents.ts'
import { Passes } from '../../doors/pages/pass/passes.ts'
import { referralPages } from '../../doors/pages/referral/referral-page.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import type { DatabaseClock } from '../../ground/database/database-clock.ts'
import { defined } from '../../ground/kernel/defined.ts'
import type { CachedBrands } from '../../storage/brand-store/cache/cached-brands.ts'
import { Reader } from '../../storage/store/queries/reader.ts'
import type { Wallet } from './wallet.ts'

interface PageParts {
  readonly pool: ConnectionPool
  readonly brands: CachedBrands
  readonly engine: Engine
  readonly clock: DatabaseClock
}

/** What customers see when they follow a link. */
export function customerPages(
  { pool, brands, engine, clock }: PageParts,
  pins: PinKeeper,
  wallet: Wallet | undefined,
): PagesNow {
  const reader = new Reader(pool, async () => undefined)
  const passLinks = { keys: () => pins.keysFor(passLinkUse), brands, reader }
  const passes = new Passes(defined({ ...passLinks, wallets: wallet?.issuing }))
  const keys = () => pins.keysFor(consentLinkUse)
  const consents = new Consents({ keys, brands, db: pool, dispatcher: engine, now: clock.now })
  return new Map<string, PageNow>([
    [passPath(''), { show: (token) => passes.show(token) }],
    referralPages(brands),
    [unsubscribePath(''), consents.pageOf('unsubscribe')],
    [confirmPath(''), consents.pageOf('confirm')],
  ])
}
