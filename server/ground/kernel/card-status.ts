/** The states of a card, in the specification's spelling. */
export const cardStatuses = [
  'Lost',
  'Activated',
  'Demo',
  'Closed',
  'Distributed',
  'Transfer',
  'Expired',
  'Suspended',
  'Inventory',
  'Stolen',
] as const
export type CardStatus = (typeof cardStatuses)[number]
