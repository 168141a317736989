import type { Finished } from '../../../calls/engine/work.ts'
import { type SimulateResponse, simulate, type simulateRequest } from '../../../calls/operations/campaign/simulate.ts'
import type { Values } from '../../../ground/contract/field.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuse } from '../../../ground/kernel/errors.ts'
import type { Lookups } from '../../api/guesses.ts'
import { readerOf } from '../cards/parts/reading.ts'
import { lookupsIn } from '../guessing.ts'
import type { BrandVisit } from '../route.ts'
import { userOf } from '../user-of.ts'

type SaleWishes = Partial<Values<typeof simulateRequest>>

/** What the operation `simulate` answers, without a call of its own: it is asked with every key that somebody presses. */
export async function trySale(visit: BrandVisit<unknown>, wanted: SaleWishes): Promise<SimulateResponse | Refusal> {
  const { services, brand, visitor, standing, language } = visit
  const request = { ...usual, ...wanted }
  const wrong = simulate.check?.(request)
  if (wrong) return wrong
  const lookups = couponsIn(visit, wanted)
  if (lookups && services.guesses.secondsToWait(lookups) > 0) return refuse(108)
  const [first] = brand.locations.values()
  const [terminalId = ''] = first?.terminals ?? []
  const answer = await simulate.answer({
    request,
    call: {
      ref: services.newRef(),
      locationId: first?.id ?? '',
      terminalId,
      user: userOf(services, { visitor, standing, language }),
    },
    brand,
    pins: services.pins,
    reader: readerOf(visit),
    simulate: (simulation) => services.dispatcher.simulate(simulation),
  })
  if (lookups) services.guesses.count(lookups, finishedOf(answer))
  // The operation answers by its own contract, which only the compiler cannot see.
  return isRefusal(answer) ? answer : (answer.response as SimulateResponse)
}

/** Of what is tried, only coupons and codes are secrets that somebody could find out like this. */
function couponsIn(visit: BrandVisit<unknown>, wanted: SaleWishes): Lookups | undefined {
  const lookups = lookupsIn(wanted, visit)
  return lookups?.namesCoupon ? { ...lookups, namesCard: false } : undefined
}

function finishedOf(answer: Awaited<ReturnType<typeof simulate.answer>>): Finished {
  if (isRefusal(answer)) return { kind: 'refused', code: answer.code, text: answer.text }
  const { response, unknownCoupons } = answer
  return defined({ kind: 'done', response, unknownCoupons })
}

/** What the contract puts where a caller says nothing. */
const usual = {
  removeBlockingCoupons: true,
  failOnUnusedCoupons: false,
  useParentBalancesOnly: false,
}
