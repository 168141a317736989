import type { Enablement } from '../../../../server/ground/kernel/enablement.ts'

/** The operations of the interface, and what is enabled. */
export const reference = {
  about: 'Every operation of the interface, with an example that is ready to be sent.',
  title: 'Operations',
  full: 'The whole reference',
  fullHint: 'All fields, answers and errors, and the description for generators (OpenAPI)',
  name: 'Operation',
  group: 'Group',
  summary: 'What it does',
  path: 'Address',
  changes: 'Changes something',
  onlyReads: 'Only reads',
  notEnabled: 'Not enabled',
  notEnabledWhat: (enablement: string) =>
    `The brand needs the feature ${enablement}, which only the operator can enable.`,
  key: 'For the key',
  keyHint: 'Puts its name into the example. Secrets are shown only when they are made.',
  location: 'At the location',
  useSecret: 'Put the key’s secret in place of SECRET. Change the example’s values to your own.',
}

export const enabled = {
  about: 'What the operator has enabled for this brand.',
  title: 'Features',
  name: 'Feature',
  state: 'State',
  what: 'What it allows',
  on: 'Enabled',
  off: 'Not enabled',
  who: 'Only the operator can enable a feature, in brand.enable of the brand file: purser brand apply.',
  interfaceVersion: (version: number) => `Version ${version} of the interface`,
  features: {
    createIfNew: 'Calls may create a card whose number is not known yet.',
    customRequestDate: 'Calls may say that they happened at another time.',
    pin: 'Cards may have PINs, and calls may check them.',
    segments: 'Groups of customers that are found by conditions and kept up to date.',
    mailings: 'Campaign rules may send e-mail, SMS and push messages on dates.',
    recommendations: 'Checkouts may ask which products fit a customer.',
    customMutationTypes: 'Calls may give changes of balance a kind of their own, which histories show.',
    balanceReference: 'Calls may name the balance they mean by a reference of their own.',
    reactivate: 'Lost, closed and suspended cards may be made active again.',
    transferZero: 'A card may be emptied without another that takes its balance.',
    tierOverride: 'Calls may give a customer a level by hand.',
    flex: 'The short calls: balance, enroll, quickCheckout.',
    admin: 'Calls that administer the brand: configuration, keys, stock, reports. The portal can do that without it.',
    showExplanation: 'Answers may say why each rule fired or did not.',
  } as Readonly<Record<Enablement, string>>,
}
