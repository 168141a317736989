/** What a call was, in the specification's spelling. */
export const callTypes = [
  'UPDATE_BALANCE',
  'VOID_CHECKOUT',
  'SEARCH',
  'CHECKOUT_SETUP',
  'UPDATE_ACCOUNT',
  'REPORTING',
  'CHECKOUT_COMPLETE',
  'CHECKOUT_CANCEL',
  'ALLOCATE',
  'TRANSFER',
  'TRIGGER_ONLY',
  'RETURN_MERCHANDISE',
  'VOID',
  'ACCOUNT_HISTORY',
] as const
export type CallType = (typeof callTypes)[number]
