import { type Refusal, refuse } from '../../ground/kernel/errors.ts'
import { type EffectSummary, summarize } from '../campaign/trace.ts'
import { addProduct } from './effects/add-product.ts'
import { enrollCard, setDemographic } from './effects/change-account.ts'
import { convertBalance } from './effects/convert-balance.ts'
import { giveCoupon } from './effects/give-coupon.ts'
import { givePersonalOffer } from './effects/give-offer.ts'
import { logEvent } from './effects/log-event.ts'
import { issueBalance, redeemBalance } from './effects/move-balance.ts'
import { sayIn } from './effects/render-text.ts'
import { notify } from './effects/send-message.ts'
import { takeDiscount } from './effects/take-discount.ts'
import type { FiredEffect } from './fired-effect.ts'
import type { Run } from './run.ts'

/** Carries out an effect and returns its summary for the trace. Only discounts and redemptions can be refused. */
export function carryOut(run: Run, { fired, result, effect }: FiredEffect): EffectSummary | Refusal {
  switch (effect.kind) {
    case 'discount':
      return takeDiscount(run, { fired, result, effect })
    case 'addProduct':
      return addProduct(run, { fired, result, effect })
    case 'block':
      return refuse(134, sayIn(run, fired, effect.message))
    case 'issue':
      return issueBalance(run, { fired, result, effect })
    case 'redeem':
      return redeemBalance(run, { fired, result, effect })
    case 'convert':
      return convertBalance(run, { fired, result, effect })
    case 'allocateCoupon':
      return giveCoupon(run, { fired, result, effect })
    case 'notify':
      return notify(run, { fired, result, effect })
    case 'logEvent':
      return logEvent(run, { fired, result, effect })
    case 'enroll':
      return enrollCard(run, { fired, result, effect })
    case 'setDemographic':
      return setDemographic(run, { fired, result, effect })
    case 'personalOffer':
      return givePersonalOffer(run, { fired, result, effect })
    case 'nothing':
      return summarize(effect)
  }
}
