import { allocate } from './allocate.ts'
import { allocateCoupon } from './allocate-coupon.ts'
import { cardHistory } from './card-history.ts'
import { couponDetails } from './coupon-details.ts'
import { listRequests } from './list-requests.ts'
import { listValueTypes } from './list-value-types.ts'
import type { Operation } from './operation.ts'
import { requestLookup } from './request-lookup.ts'
import { search } from './search.ts'
import { updateBalance } from './update-balance.ts'
import { voidTransaction } from './void-transaction.ts'

/** The whole interface, on one page. */
export const operations: readonly Operation[] = [
  allocate,
  allocateCoupon,
  cardHistory,
  couponDetails,
  listRequests,
  listValueTypes,
  requestLookup,
  search,
  updateBalance,
  voidTransaction,
]
