import { isRefusal } from '../../kernel/errors.ts'
import { type SimulateResponse, simulate, simulateRequest, simulateResponse } from '../../operations/admin/simulate.ts'
import { readerOf, turnedDownBy } from '../cards/parts/reading.ts'
import { brandRoute } from '../route.ts'
import { userOf } from '../user-of.ts'

/** The operation `simulate`, which is asked with every key that somebody presses, and leaves no record of each. */
export const tryOut = brandRoute({
  name: 'tryOut',
  summary: 'Return what a checkout would do, and why each rule would fire or not. Nothing is changed or recorded.',
  permission: 'campaigns.see',
  isOfWholeBrand: true,
  request: simulateRequest,
  response: simulateResponse,
  run: async (visit) => {
    const { request, room, brand, visitor, standing } = visit
    const wrong = simulate.check?.(request)
    if (wrong) return turnedDownBy(wrong)
    const [first] = brand.locations.values()
    const [terminalId = ''] = first?.terminals ?? []
    const answer = await simulate.answer({
      request,
      call: { ref: room.newRef(), locationId: first?.id ?? '', terminalId, user: userOf(visitor, standing) },
      brand,
      pins: room.pins,
      reader: readerOf(visit),
      simulate: (simulation) => room.dispatcher.simulate(simulation),
    })
    return isRefusal(answer) ? turnedDownBy(answer) : (answer.response as SimulateResponse)
  },
})
