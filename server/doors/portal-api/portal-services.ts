import type { Senders } from '../../calls/delivery/senders.ts'
import type { Dispatcher, Foresight } from '../../calls/engine/work.ts'
import type { Operation } from '../../calls/operations/operation.ts'
import type { Brand } from '../../domain/brand/brand.ts'
import type { PinKeeper } from '../../domain/card/pin-keeper.ts'
import type { LongRead } from '../../ground/database/long-reads.ts'
import type { RequestRef } from '../../ground/kernel/ids.ts'
import type { Instant } from '../../ground/kernel/time.ts'
import type { BrandDirectory } from '../../storage/brand-store/cache/brand-directory.ts'
import type { AccessServices } from '../access/access-services.ts'
import type { Sessions } from '../access/visitor.ts'
import type { Guesses } from '../api/guesses.ts'
import type { MemberPreviewScreen } from './member/preview-screens.ts'
import type { TestSends } from './messages/test-sends.ts'
import type { SegmentCounts } from './segments/segment-counts.ts'

/** What is known of the jobs. */
export interface JobsSeen {
  readonly queues: readonly {
    readonly name: string
    readonly waiting: number
    readonly retrying: number
    readonly active: number
    readonly lastDone: Instant | null
  }[]
  /** Runs that were given up, the newest first. */
  readonly dead: readonly { readonly name: string; readonly failedAt: Instant }[]
}

/** What the portal works with. */
export interface PortalServices extends AccessServices {
  readonly sessions: Sessions
  readonly brands: Pick<BrandDirectory, 'load' | 'find'>
  readonly operations: ReadonlyMap<string, Operation>
  readonly dispatcher: Dispatcher & Foresight
  readonly pins: PinKeeper
  /** For reports and the like: what takes seconds does not keep others waiting. */
  readonly atLength: LongRead
  /** For messages by which somebody tries out a sender. */
  readonly senders: Senders
  readonly testSends: TestSends
  readonly segmentCounts: SegmentCounts
  /** Slows down who tries cards, coupons, codes or people one after the other. */
  readonly guesses: Pick<Guesses, 'secondsToWait' | 'count' | 'seekPerson'>
  readonly newRef: () => RequestRef
  /** The name of this deployment: demo, stage, production. */
  readonly environment: string
  /** Undefined if no process has ever run jobs. */
  readonly jobStates: () => Promise<JobsSeen | undefined>
  /** When passes in Apple's wallet can no longer be signed; absent or undefined: there are none. */
  readonly walletCertificateEnds?: () => Instant | undefined
  /** What the button for single sign-on says; absent: there is none. */
  readonly singleSignOn?: string
  /** A page for members as a brand would have it, where there are such pages. */
  readonly previewMember?: (brand: Brand, screen: MemberPreviewScreen, language: string | undefined) => string
  /** Where browsers reach the server, if the operator has said so. */
  readonly publicUrl?: string
}
