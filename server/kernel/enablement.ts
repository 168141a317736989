/** What a brand has only when its operator allows it. */
export const enablements = [
  'createIfNew',
  'customRequestDate',
  'pin',
  'segments',
  'mailings',
  'recommendations',
  'customMutationTypes',
  'balanceReference',
  'reactivate',
  'transferZero',
  'flex',
  'admin',
] as const

export type Enablement = (typeof enablements)[number]
