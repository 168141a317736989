import type { Values } from '../../contract/field.ts'
import { isRefusal, type Refusal } from '../../kernel/errors.ts'
import { type SimulateResponse, simulate, type simulateRequest } from '../../operations/admin/simulate.ts'
import { readerOf } from '../cards/parts/reading.ts'
import type { BrandVisit } from '../route.ts'
import { userOf } from '../user-of.ts'

type Wanted = Partial<Values<typeof simulateRequest>>

/** What the operation `simulate` answers, without a call of its own: it is asked with every key that somebody presses. */
export async function trySale(visit: BrandVisit<unknown>, wanted: Wanted): Promise<SimulateResponse | Refusal> {
  const { room, brand, visitor, standing, language } = visit
  const request = { ...usual, ...wanted }
  const wrong = simulate.check?.(request)
  if (wrong) return wrong
  const [first] = brand.locations.values()
  const [terminalId = ''] = first?.terminals ?? []
  const answer = await simulate.answer({
    request,
    call: { ref: room.newRef(), locationId: first?.id ?? '', terminalId, user: userOf(visitor, standing, language) },
    brand,
    pins: room.pins,
    reader: readerOf(visit),
    simulate: (simulation) => room.dispatcher.simulate(simulation),
  })
  // The operation answers by its own contract, which only the compiler cannot see.
  return isRefusal(answer) ? answer : (answer.response as SimulateResponse)
}

/** What the contract puts where a caller says nothing. */
const usual = {
  removeBlockingCoupons: true,
  failOnUnusedCoupons: false,
  useParentBalancesOnly: false,
}
