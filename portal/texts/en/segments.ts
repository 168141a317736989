/** Groups of customers. */
export const segments = {
  title: 'Segments',
  one: 'Segment',
  about:
    'Groups of customers that campaigns can be for. Who is in them is worked out every hour, and at once after a change; whoever opens one sees how many there are at that moment.',
  add: 'New segment',
  newSegment: 'New segment',
  draftOf: (segment: string) => `Segment: ${segment}`,
  name: 'Name',
  who: 'Who is in it',
  everybody: 'Everybody with a card, as long as there is no condition.',
  members: 'Customers',
  roughly: (count: string) => `about ${count}`,
  refreshed: 'Computed',
  notYet: 'Not yet',
  none: 'No segments yet',
  noneWhat: 'Make one, for example of everybody who came three times this month, and use it in a campaign.',
  sample: 'For example',
  back: 'All segments',
  computedNever: 'Who is in it is computed within a minute or so.',
  countedNow: 'Counted',
  inForce: (members: number, count: string) =>
    members === 1
      ? 'Campaigns and lists go by the 1 customer of'
      : `Campaigns and lists go by the ${count} customers of`,
  showThem: 'Show their cards',
  usedBy: 'Campaigns that use it',
  unused: 'No campaign uses it yet. Choose it in a campaign under “Only certain customers”.',
  gone: 'There is no such segment',
  goneWhat: 'It may have been removed or renamed.',
}
