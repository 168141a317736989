/** What keys are called that mean something else in some sections. */
export const keysOf = {
  brand: { id: 'ID of the brand' },
  programs: { type: 'Kind of program', name: 'Name' },
  demographicFields: { type: 'Kind of value', list: 'Several values' },
  attributes: { type: 'Kind of value' },
  orderAttributes: { type: 'Kind of value' },
  senders: { from: 'Sender', url: 'Address of the gateway' },
  segments: { where: 'Which cards are in it' },
  referrals: {
    codes: 'New codes',
    length: 'Letters and digits',
  },
  accounts: {
    issue: 'Loaded or given',
    redeem: 'Redeemed',
    return: 'Returns',
    void: 'Voids',
    adjust: 'Adjusted',
    other: 'Anything else',
  },
}
