/** Groups of customers. */
export const segments = {
  title: 'Segments',
  one: 'Segment',
  about: 'Groups of customers that campaigns can be for. Who is in them is computed again all the time.',
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
}
