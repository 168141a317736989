import { apiMutants } from './api.ts'
import { campaignMutants } from './campaign.ts'
import { cardMutants } from './card.ts'
import { checkoutMutants } from './checkout.ts'
import { couponMutants } from './coupon.ts'
import { dealMutants } from './deals.ts'
import { deliveryMutants } from './delivery.ts'
import { engineMutants } from './engine.ts'
import { gainMutants } from './gains.ts'
import { jobsMutants } from './jobs.ts'
import { judgeMutants } from './judge.ts'
import { keyMutants } from './keys.ts'
import { memberMutants } from './members.ts'
import type { Mutant } from './mutant.ts'
import { reversalMutants } from './reversal.ts'
import { storeMutants } from './store.ts'
import { verifyMutants } from './verify.ts'

/** Every fault that `npm run mutants` puts in, one at a time. */
export const mutants: readonly Mutant[] = [
  ...cardMutants,
  ...checkoutMutants,
  ...campaignMutants,
  ...couponMutants,
  ...deliveryMutants,
  ...engineMutants,
  ...storeMutants,
  ...jobsMutants,
  ...apiMutants,
  ...keyMutants,
  ...verifyMutants,
  ...reversalMutants,
  ...judgeMutants,
  ...gainMutants,
  ...dealMutants,
  ...memberMutants,
]
