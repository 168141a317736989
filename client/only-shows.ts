import type { CheckoutRequest, ReturnRequest } from './generated/models.ts'

/** Requests that change nothing, of operations that otherwise do. */
const showing: Readonly<Record<string, (request: object) => boolean>> = {
  checkout: (request) => {
    const { isSetup, cancelSetup, lockSetupDuration } = request as CheckoutRequest
    return isSetup === true && !cancelSetup && !(Number(lockSetupDuration ?? 0) > 0)
  },
  returnMerchandise: (request) => (request as ReturnRequest).simulateOnly === true,
}

/**
 * Whether a call only shows what would happen. It is sent without an id: repeated after a lost answer, it is simply
 * answered again, where with one it would be told that it was done before.
 */
export function onlyShows(operation: string, request: object): boolean {
  return showing[operation]?.(request) ?? false
}
