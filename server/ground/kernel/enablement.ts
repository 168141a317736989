/** Features that a brand has only if its operator allows them. */
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
  'tierOverride',
  'flex',
  'admin',
  'showExplanation',
] as const

export type Enablement = (typeof enablements)[number]
