import type { Card } from '../../../../domain/card/card.ts'
import type { Call } from '../../../../domain/decision/call.ts'
import type { RequestDetail } from '../../../../domain/decision/past-request.ts'
import type { SealedPin } from '../../../../ground/kernel/sealed-pin.ts'

/** Whom an allocation told its answer, so that they can ask for it again; and which pin it told, which may be changed since. */
export function toldTo({ key }: Call, { pin }: Card): Pick<RequestDetail, 'key' | 'pinMark'> {
  return { ...(key && { key: key.name }), ...(key && pin && { pinMark: markOf(pin) }) }
}

/** Tells one pin of a card from another to whoever has both, and nothing of either. */
export const markOf = ({ check }: SealedPin): string => Buffer.from(check.subarray(0, 4)).toString('hex')
