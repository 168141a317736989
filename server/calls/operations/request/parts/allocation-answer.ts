import { flag, model, text } from '../../../../ground/contract/field.ts'
import type { RequestRef } from '../../../../ground/kernel/ids.ts'
import { findAllocation } from '../../../../storage/store/queries/request-view.sql.ts'
import { markOf } from '../../card/parts/told-pin.ts'
import type { QueryContext } from '../../operation.ts'

export const allocationAnswer = model('AllocationAnswer', 'What an allocation answered.', {
  cardNumber: text('The card.').required(),
  pin: text(
    'Its pin: only to the key that made the call, within 24 hours, and unless the card has another one by now.',
  ).secret(),
  isExisting: flag('With findBy: true if the customer had the card already.'),
})

/** What an allocation answered. Of its pin nobody learns whom it was not told. */
export async function answerOf(
  ref: RequestRef,
  { brand, reader, call, pins }: Pick<QueryContext<unknown>, 'brand' | 'reader' | 'call' | 'pins'>,
) {
  const found = await findAllocation(reader, brand.id, ref)
  if (!found) return {}
  const { cardNumber, key, pin, pinMark, isRecent, isExisting } = found
  const isOwn = isRecent && key !== undefined && key === call.key?.name
  const isSame = pin !== undefined && markOf(pin) === pinMark
  const told = {
    ...(isOwn && isSame && { pin: pins.open(brand.id, cardNumber, pin) }),
    ...(isExisting && { isExisting }),
  }
  return { answer: { cardNumber, ...told } }
}
