import type { Network } from '../../../calls/delivery/network.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { ApplePush } from '../../../doors/pages/wallet/apple/push.ts'
import type { GoogleApi } from '../../../doors/pages/wallet/google/google-api.ts'
import { type GooglePass, googlePass } from '../../../doors/pages/wallet/google/google-pass.ts'
import type { PassView } from '../../../doors/pages/wallet/wallet-pass-view.ts'
import type { BrandPasses, Wallets } from '../../../doors/pages/wallet/wallets.ts'
import type { Sql } from '../../../ground/database/connection.ts'
import { day, type Instant, minute } from '../../../ground/kernel/time.ts'
import {
  deleteRegistration,
  deleteRegistrations,
  listRegistrations,
} from '../../../storage/store/wallet/registration.sql.ts'
import type { DuePass, WalletUpdate } from '../../../storage/store/wallet/update.sql.ts'

export interface WalletTellerParts {
  readonly wallets: Wallets
  readonly network: Network
  /** Who else may vouch for the push service. */
  readonly authorities?: readonly string[]
  readonly pool: Sql
  readonly now: () => Instant
  /** Lasts longer than a round, as its token does. */
  readonly google?: GoogleApi
  /** Classes that Google was told of, in their versions. */
  readonly toldClasses: Set<string>
}

export interface TellingOf {
  readonly brand: Brand
  readonly passes: BrandPasses
  readonly view: PassView
  readonly due: DuePass
}

export type ToldResult = Omit<WalletUpdate, 'attempts' | 'dueAt' | 'wakes'> & { readonly lookAgainAt?: Instant }

/** A customer who has opened the link saves the pass soon, or never. */
const savedWithinMs = day
const forgottenAfterMs = 30 * day
const lookAgainMs = 10 * minute

/** Tells Apple and Google of passes that have changed, over connections that last for a round. */
export class WalletTeller {
  private readonly parts: WalletTellerParts
  private readonly push: ApplePush | undefined

  constructor(parts: WalletTellerParts) {
    const { wallets, network, authorities } = parts
    const { apple } = wallets
    const own = authorities && { authorities }
    this.parts = parts
    this.push = apple && new ApplePush({ url: apple.pushUrl, certificate: apple.certificate, network, ...own })
  }

  async close(): Promise<void> {
    await this.push?.close()
  }

  async tell(telling: TellingOf): Promise<ToldResult> {
    const appleFailure = telling.due.appleUntold && telling.passes.apple ? await this.tellApple(telling) : undefined
    const google = await this.tellGoogle(telling)
    const failure = appleFailure ?? google.failure
    return {
      appleUntold: appleFailure !== undefined,
      googleUntold: google.isUntold,
      forgetsGoogle: google.isForgotten ?? false,
      ...(google.isSaved !== undefined && { googleSaved: google.isSaved }),
      ...(google.lookAgainAt !== undefined && { lookAgainAt: google.lookAgainAt }),
      ...(failure !== undefined && { failure }),
    }
  }

  /** Returns why not all devices were told. Those that were are told again next time, which does no harm. */
  private async tellApple({ brand, due }: TellingOf): Promise<string | undefined> {
    const { push } = this
    const { pool, now } = this.parts
    let failure: string | undefined
    if (!push) return undefined
    for (const { device, pushToken } of await listRegistrations(pool, brand.id, due.id)) {
      const result = await push.push(pushToken)
      if (result === 'gone') await deleteRegistration(pool, brand.id, { passId: due.id, device, now: now() })
      else if (result !== 'sent') failure ??= `Apple: ${result}`
    }
    // The pass of a person who was erased has been emptied, and nobody asks for it again.
    if (due.card === undefined && failure === undefined) await deleteRegistrations(pool, brand.id, due.id)
    return failure
  }

  private async tellGoogle({ brand, passes, view, due }: TellingOf): Promise<GoogleTold> {
    const { google, now } = this.parts
    const { googleIssuer } = passes
    if (!google || googleIssuer === undefined || due.googleAt === undefined) return { isUntold: false }
    if (!due.googleUntold) return { isUntold: false }
    const { ofClass, object } = googlePass(view, googleIssuer, brand.id)
    await this.tellClass(google, ofClass)
    const result = await google.patch(object.kind, object.body.id, object.body, now())
    if (result.kind === 'failed') return { isUntold: true, failure: `Google: ${result.why}` }
    if (result.kind === 'patched') return { isUntold: false, isSaved: result.hasUsers }
    return this.notSavedYet(due.googleAt)
  }

  /** Once for each look of a brand. Should it fail, the next look or the next start tells it. */
  private async tellClass(google: GoogleApi, { kind, body }: GooglePass['ofClass']): Promise<void> {
    const { toldClasses, now } = this.parts
    const name = JSON.stringify(body)
    if (toldClasses.has(name)) return
    toldClasses.add(name)
    const result = await google.patch(kind, body.id, body, now())
    if (result.kind === 'failed') toldClasses.delete(name)
  }

  /** Whoever saves it later would see what it showed when the link was opened: so it stays untold for some time. */
  private notSavedYet(offeredAt: Instant): GoogleTold {
    const now = this.parts.now()
    const age = now - offeredAt
    if (age > forgottenAfterMs) return { isUntold: false, isForgotten: true, isSaved: false }
    return { isUntold: true, isSaved: false, ...(age < savedWithinMs && { lookAgainAt: now + lookAgainMs }) }
  }
}

interface GoogleTold {
  readonly isUntold: boolean
  readonly isSaved?: boolean
  readonly isForgotten?: boolean
  readonly lookAgainAt?: Instant
  readonly failure?: string
}
