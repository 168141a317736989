import type { Answered, CallOptions, ChangeOptions, Done } from './call-types.ts'
import type { Purser } from './connect.ts'
import { PurserError, PurserUnreachable } from './errors.ts'
import type { CheckoutRequest, CheckoutResponse } from './generated/models.ts'

/** What a locking setup takes: a checkout with its card, and how many seconds the card stays locked. */
export interface SetupRequest
  extends Omit<CheckoutRequest, 'isSetup' | 'cancelSetup' | 'relatedSetupTransactionId' | 'cardNumber'> {
  readonly cardNumber: string
  readonly lockSetupDuration: number
}

/** What can still be said when a setup is completed. Everything else is as the setup showed it. */
export type Completion = Pick<
  CheckoutRequest,
  | 'checkoutTipTotal'
  | 'paymentMethods'
  | 'pin'
  | 'forcePinValidation'
  | 'returnBalanceMutations'
  | 'returnBalances'
  | 'returnResponseObjects'
>

/** What a setup shows. It always has its card and its totals. */
export type ShownCheckout = CheckoutResponse &
  Required<
    Pick<
      CheckoutResponse,
      'cardNumber' | 'checkoutTotalBeforeDiscount' | 'totalDiscount' | 'checkoutTotalAfterDiscount'
    >
  >

/** A checkout that is set up: the card is locked, and nothing has happened yet. */
export interface Setup extends ResumedSetup {
  /** What the checkout would do: discounts, totals, messages. */
  readonly shown: ShownCheckout
}

/** A checkout that was set up before, perhaps by a till that was restarted since. */
export interface ResumedSetup {
  readonly setupTransactionId: string
  /** Does what the setup showed, and unlocks the card. */
  complete(completion?: Completion, options?: ChangeOptions): Promise<Done<CheckoutResponse>>
  /** Unlocks the card. Nothing else happens. */
  cancel(options?: CallOptions): Promise<void>
}

/** How often the answer of a setup may get lost. Each is cancelled before the next. */
const setupsMax = 3

/**
 * Sets a checkout up and locks its card. Should the answer to the setup be lost, the setup is cancelled and made again,
 * because nobody could say otherwise what it showed.
 */
export async function setUpCheckout(purser: Purser, request: SetupRequest, options: CallOptions = {}): Promise<Setup> {
  const { cardNumber } = request
  for (let count = 1; ; count += 1) {
    const set = await purser.checkout({ ...request, isSetup: true }, withoutId(options))
    const setup = resumeCheckout(purser, { cardNumber, setupTransactionId: set.requestRef })
    // Only the answer to a cancellation has no totals, and only an anonymous checkout has no card.
    if (set.outcome === 'answered') return { ...setup, shown: set as Answered<ShownCheckout> }
    await setup.cancel(options)
    if (count === setupsMax) {
      const call = { operation: 'checkout', attempts: count, customRequestId: undefined, outcome: 'notDone' } as const
      throw new PurserUnreachable(call, new Error(`The answers to ${setupsMax} setups were lost. All are cancelled.`))
    }
  }
}

/**
 * Goes on with a setup that locks the card, after a restart: error 113 names it to the key that made it (`lockedBy` of the
 * refusal). Nothing is sent before it is completed or cancelled.
 */
export function resumeCheckout(
  purser: Purser,
  { cardNumber, setupTransactionId }: { readonly cardNumber: string; readonly setupTransactionId: string },
): ResumedSetup {
  const related = { cardNumber, relatedSetupTransactionId: setupTransactionId }
  return {
    setupTransactionId,
    complete: (completion = {}, options = {}) => purser.checkout({ ...completion, ...related }, options),
    cancel: async (options = {}) => {
      await purser.checkout({ ...related, cancelSetup: true }, withoutId(options))
    },
  }
}

/** An id belongs to one call, and a checkout in two stages has several. */
const withoutId = (options: ChangeOptions): ChangeOptions => ({ ...options, customRequestId: undefined })

/**
 * A checkout in two stages: sets it up, runs `pay`, and completes it with what `pay` returns. When `pay` throws, or the
 * completion is refused, the setup is cancelled and the error goes on to the caller. When nobody knows whether the completion
 * happened, the setup is left as it is: complete it again with the error's customRequestId, or let its lock expire.
 */
export async function twoStageCheckout(
  purser: Purser,
  request: SetupRequest,
  pay: (setup: Setup) => Promise<Completion | undefined> | Promise<void>,
  options: CallOptions = {},
): Promise<Done<CheckoutResponse>> {
  const setup = await setUpCheckout(purser, request, options)
  try {
    return await setup.complete((await pay(setup)) ?? {}, withoutId(options))
  } catch (error) {
    // The caller hears why, even if the cancel fails: the lock ends by itself.
    if (!isUnknown(error)) await setup.cancel(unsignalled(options)).catch(() => undefined)
    throw error
  }
}

const isUnknown = (error: unknown) => error instanceof PurserError && error.outcome === 'unknown'

/** What is being cleaned up after an abort must not be aborted by it. */
export const unsignalled = (options: CallOptions): CallOptions => ({ ...withoutId(options), signal: undefined })
