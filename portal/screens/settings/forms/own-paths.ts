const limitedRoles = ['cashier', 'support', 'finance', 'administrator'] as const
const limitedActions = ['issue', 'return', 'void', 'adjust', 'cashOut', 'move', 'approve'] as const

/** Where an amount limits what a role may do alone. */
export const limitPaths = limitedRoles.flatMap((role) =>
  limitedActions.map((action) => `portal.limits.${role}.${action}` as const),
)

/**
 * What people fill in with more care, or in other words, than the file's description of it would lead to: by section and
 * path of the key. A section alone, with its dot, is all of an entry's form.
 */
export const ownFormPaths = [
  'brand.country',
  'brand.currency',
  'locations.country',
  'locations.currency',
  'programs.type',
  'programs.currency',
  'programs.pinLength',
  'programs.cardsExpireAfter',
  'programs.valueTypes',
  'programs.cardSets',
  'programs.tiers',
  'promotions.worth',
  'couponSets.',
  'member.colors',
  'member.logo',
  'member.parts',
  'member.texts',
  'senders.email',
  'senders.sms',
  'senders.push',
  'senders.webhook',
  ...limitPaths,
] as const

export type OwnFormPath = (typeof ownFormPaths)[number]
