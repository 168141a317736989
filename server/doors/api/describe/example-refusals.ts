import type { ErrorCode } from '../../../ground/kernel/errors.ts'

export interface ExampleRefusal {
  readonly code: ErrorCode
  readonly why: string
}

const invalid = (why: string): ExampleRefusal => ({ code: 100, why })

/** Examples that a new demo refuses, and why. All others succeed there, in the order of the collection. */
export const exampleRefusals: Readonly<Record<string, ExampleRefusal>> = {
  applyBrand: invalid('the example is not the file of this brand; exportBrand returns that.'),
  balance: { code: 10, why: 'the pin is not that of the card.' },
  cancelScheduled: invalid('no change waits for its time; brandHistory lists those that do.'),
  chooseReward: { code: 118, why: 'the brand has no such reward under member.catalogue.' },
  closeMonth: invalid('only the oldest month that is open can be closed, after its end; listClosedMonths names it.'),
  discardDraft: invalid('publishDraft has published the draft before.'),
  editBrand: invalid('the example does not name an entry of this brand.'),
  enableReceiver: invalid('no receiver is disabled.'),
  processBounce: { code: 118, why: 'the message does not exist.' },
  reactivate: { code: 111, why: 'the card is active.' },
  reopenMonth: invalid('no month is closed.'),
  replayWebhook: invalid('the demo has no such webhook.'),
  retryMessages: invalid('no message was given up.'),
  reviewDraft: { code: 104, why: 'whoever wrote a draft cannot approve it.' },
  startRepair: invalid('the campaign of the example has given nothing that is left.'),
  voidTransaction: { code: 119, why: 'returnMerchandise has returned something of the checkout before.' },
}
