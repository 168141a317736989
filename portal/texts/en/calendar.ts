/** What runs when. */
export const calendar = {
  title: 'Calendar',
  about: 'What runs, begins and ends, month by month.',
  before: 'The month before',
  after: 'The next month',
  what: 'What',
  days: 'Days of the month',
  nothing: 'Nothing runs in this month',
  nothingWhat: 'Campaigns without dates run all the time; those with dates appear in their months.',
  kinds: {
    campaign: (_of: string) => 'Campaign',
    rule: (of: string) => `Rule of ${of}`,
    code: (of: string) => `Code of ${of}`,
    draft: (_of: string) => 'Draft',
  },
  paused: 'paused',
  always: 'always',
  since: (from: string) => `from ${from}`,
  until: (until: string) => `until ${until}`,
  publishedAt: (moment: string) => `is published ${moment}`,
  period: (from: string, until: string) => `${from} to ${until}`,
}
