/** What other parts of the file can refer to, and the section of the file that defines each. */
export const sections = {
  group: 'groups',
  location: 'locations',
  program: 'programs',
  valueType: 'programs',
  valueCode: 'programs',
  subtrack: 'programs',
  cardSet: 'programs',
  cardNumber: 'programs',
  couponSet: 'couponSets',
  couponId: 'couponSets',
  code: 'couponSets',
  /** A coupon set that has codes. */
  codeSet: 'couponSets',
  demographicField: 'demographicFields',
  attribute: 'attributes',
  orderAttribute: 'orderAttributes',
  product: 'products',
  list: 'subscriptionLists',
  listName: 'subscriptionLists',
  eventType: 'eventTypes',
  template: 'templates',
  segment: 'segments',
  tierLevel: 'programs',
  webhook: 'webhooks',
  category: 'products',
  parent: 'products',
  apiKey: 'apiKeys',
  campaign: 'campaigns',
  rule: 'campaigns',
  promotionGroup: 'promotions',
} as const

export type Noun = keyof typeof sections

/** Tills may know products that the file does not list. */
export type Catalogued = 'product' | 'category' | 'parent'
