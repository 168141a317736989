/** What customers are offered one by one. */
export const offers = {
  title: 'Personal offers',
  about: 'Prices for single customers: what is offered, to how many, and how often it was taken.',
  toCampaigns: 'Campaigns',
  what: 'What is offered',
  campaign: 'Given by',
  elsewhere: 'Another system, or a campaign that is gone',
  cards: 'Customers',
  given: 'Offered',
  taken: 'Taken',
  share: 'Taken, %',
  open: 'Still open',
  partial: 'There are very many offers. The numbers are at least so many.',
  none: 'Nothing was offered yet',
  noneWhat:
    'A campaign gives personal offers, for example after the third visit. Choose “Personal offer” as what they get.',
  states: {
    open: 'Can be used',
    later: 'Can be used later',
    used: 'Used',
    expired: 'Expired',
    withdrawn: 'Withdrawn',
  },
  used: (uses: string, of: string) => `used ${uses} of ${of}`,
  until: (day: string) => `until ${day}`,
  fromDay: (day: string) => `from ${day}`,
  older: 'Older ones are not shown.',
}
