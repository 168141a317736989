import { nextAttempt } from '../../../calls/delivery/schedule.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { GoogleApi } from '../../../doors/pages/wallet/google/google-api.ts'
import { type PassNow, readPass } from '../../../doors/pages/wallet/pass-content.ts'
import { passToken } from '../../../doors/pages/wallet/pass-token.ts'
import {
  digestOf,
  languageOf,
  nextLook,
  type PassView,
  viewPass,
} from '../../../doors/pages/wallet/wallet-pass-view.ts'
import { type BrandPasses, passesOf, type Wallets } from '../../../doors/pages/wallet/wallets.ts'
import type { BrandId } from '../../../ground/kernel/ids.ts'
import { day, type Instant, minute } from '../../../ground/kernel/time.ts'
import { faultFields } from '../../../ground/log/log.ts'
import { Reader } from '../../../storage/store/queries/reader.ts'
import {
  claimPasses,
  countFailing,
  type DuePass,
  listBrandsWithDuePasses,
  markChanged,
  markTold,
} from '../../../storage/store/wallet/update.sql.ts'
import { findHeir, markCard, movePass } from '../../../storage/store/wallet/wallet-pass.sql.ts'
import { databaseClock, jitterOf } from '../runner/database-clock.ts'
import type { Job, JobContext, JobReport } from '../runner/job.ts'
import { WalletTeller, type WalletTellerParts } from './wallet-teller.ts'

export interface WalletMeans extends Pick<WalletTellerParts, 'network' | 'authorities'> {
  readonly wallets: Wallets
}

/** Brings passes in wallets up to date, within seconds of what changes them. */
export function walletUpdates(means: WalletMeans): Job {
  const { google } = means.wallets
  const kept = {
    ...(google && { google: new GoogleApi({ account: google.account, url: google.apiUrl }) }),
    toldClasses: new Set<string>(),
  }
  return { name: 'wallet', every: { seconds: 2 }, run: (context) => updateAll(context, { ...means, ...kept }) }
}

type KeptMeans = WalletMeans & Pick<WalletTellerParts, 'google' | 'toldClasses'>

/** So many passes of a brand are handled before the next brand has its turn. */
const pageSize = 100
/** How many are told at once. */
const atOnceMax = 8
/** Longer than telling a page takes, with every timeout. */
const leaseMs = 5 * minute
const endedMs = 30 * day
/** After as many failures in a row, somebody should look. */
const attemptsMax = 5

async function updateAll(context: JobContext, means: KeptMeans): Promise<JobReport> {
  const now = await databaseClock(context)
  const teller = new WalletTeller({ ...means, pool: context.pool, now })
  const round = new Round(context, means.wallets, teller, now)
  try {
    let brands = await listBrandsWithDuePasses(context.pool, now())
    while (brands.length > 0 && !context.isOver()) {
      const more: BrandId[] = []
      for (const brand of brands) if (await round.takePage(brand)) more.push(brand)
      brands = more
    }
    return { counts: round.counts, more: brands.length > 0 }
  } finally {
    await teller.close()
  }
}

class Round {
  readonly counts = { looked: 0, changed: 0, told: 0, failed: 0 }
  private readonly context: JobContext
  private readonly wallets: Wallets
  private readonly teller: WalletTeller
  private readonly now: () => Instant
  private readonly reader: Reader

  constructor(context: JobContext, wallets: Wallets, teller: WalletTeller, now: () => Instant) {
    this.context = context
    this.wallets = wallets
    this.teller = teller
    this.now = now
    this.reader = new Reader(context.pool, async () => undefined)
  }

  /** Returns whether there may be more. A brand that cannot be read does not hold up the others. */
  async takePage(brandId: BrandId): Promise<boolean> {
    const { context, now } = this
    try {
      const brand = await context.brandAt(brandId)
      const claim = { now: now(), leaseUntil: now() + leaseMs, limit: pageSize }
      const page = await claimPasses(context.pool, brandId, claim)
      const waiting = page.values()
      const work = async () => {
        for (const pass of waiting) await this.update(brand, pass)
      }
      await Promise.all(Array.from({ length: Math.min(atOnceMax, page.length) }, work))
      return page.length === pageSize
    } catch (error) {
      context.log.error('wallet', { ...faultFields(error), brand: brandId })
      return false
    }
  }

  /** A pass that throws stays claimed until its lease ends, and is tried again then. */
  private async update(brand: Brand, due: DuePass): Promise<void> {
    try {
      const passes = passesOf(brand, this.wallets)
      this.counts.looked += 1
      if (passes) await this.bringUpToDate(brand, passes, due)
      else await this.leave(brand, due)
    } catch (error) {
      this.counts.failed += 1
      this.context.log.error('wallet', { ...faultFields(error), brand: brand.id })
    }
  }

  /** The brand, or the operator, no longer has passes: they stay as they are, until they have again. */
  private async leave({ id }: Brand, { id: passId, ...due }: DuePass): Promise<void> {
    const dueAt = this.now() + day
    const { appleUntold, googleUntold, attempts, wakes } = due
    await markTold(this.context.pool, id, passId, {
      appleUntold,
      googleUntold,
      attempts,
      wakes,
      dueAt,
      forgetsGoogle: false,
    })
  }

  private async bringUpToDate(brand: Brand, passes: BrandPasses, due: DuePass): Promise<void> {
    const { pool } = this.context
    const shows = await this.read(brand, due)
    const view = viewPass(brand, passes.looks, due, shows.content)
    const shown = digestOf(view, passToken(brand.id, due.id, this.wallets.key()))
    const isChanged = !due.shown?.equals(shown)
    if (isChanged) {
      await markChanged(pool, brand.id, due.id, { shown, now: this.now() })
      this.counts.changed += 1
    }
    await this.notifyWallets({ brand, passes, view, shows, due: isChanged ? { ...due, ...untold } : due })
  }

  /** What the pass shows. After a transfer it is the pass of the card that has everything now. */
  private async read(brand: Brand, { id, card }: DuePass): Promise<PassNow> {
    const { pool } = this.context
    const none = { now: this.now() }
    if (card === undefined) return none
    const shows = await readPass(this.reader, brand, card, languageOf(brand))
    if (shows?.content) return shows
    const heir = await findHeir(pool, brand.id, card)
    if (heir === undefined) return shows ?? none
    await markCard(pool, brand.id, heir)
    await movePass(pool, brand.id, id, { from: card, to: heir })
    // Whoever erased the heir's person in between has taken the mark away.
    await markCard(pool, brand.id, heir)
    return (await readPass(this.reader, brand, heir, languageOf(brand))) ?? none
  }

  private async notifyWallets({ brand, passes, view, shows, due }: PassUpdate): Promise<void> {
    const { pool } = this.context
    const told = await this.teller.tell({ brand, passes, view, due })
    const isFailed = told.failure !== undefined
    const attempts = isFailed ? due.attempts + 1 : 0
    if (isFailed) this.counts.failed += 1
    else if (due.appleUntold || due.googleUntold) this.counts.told += 1
    const now = this.now()
    const retryAt = isFailed ? (nextAttempt(attempts, now, jitterOf(this.context)) ?? now + day) : undefined
    // Nothing about an ended pass changes any more.
    const lookAt = due.card === undefined ? now + endedMs : nextLook({ ...shows, now })
    const dueAt = Math.min(retryAt ?? told.lookAgainAt ?? lookAt, lookAt)
    await markTold(pool, brand.id, due.id, { ...told, attempts, dueAt, wakes: due.wakes })
    if (attempts === attemptsMax) await this.sayFailing(brand.id, told.failure ?? '')
  }

  private async sayFailing(brand: BrandId, failure: string): Promise<void> {
    const count = await countFailing(this.context.pool, brand, attemptsMax)
    const text = `${count} passes could not be brought up to date ${attemptsMax} times in a row (${failure})`
    this.context.log.warn('wallet', { brand, text })
  }
}

const untold = { appleUntold: true, googleUntold: true }

interface PassUpdate {
  readonly brand: Brand
  readonly passes: BrandPasses
  readonly view: PassView
  readonly shows: PassNow
  readonly due: DuePass
}
