/** Counts come as they are written. */
const several = (count: string, one: string, more: string) => `${count} ${count === '1' ? one : more}`

export const home = {
  title: 'Home',
  today: (day: string, zone: string) => `${day} · ${zone} time`,
  value: 'Value',
  checkouts: 'Checkouts today',
  given: (what: string) => `${what} given today`,
  taken: (what: string) => `${what} redeemed today`,
  outstanding: (what: string) => `${what} outstanding`,
  outstandingAbout: 'on all cards, now',
  onAverage: (amount: string) => `${amount} a day on average`,
  trend: 'The last 30 days',
  trendCheckouts: 'Checkouts',
  trendGiven: 'Given',
  trendTaken: 'Redeemed',
  trendAbout: (what: string, days: number, sum: string) => `${what} on the last ${days} days, ${sum} altogether`,
  quiet: 'Nothing has happened on the last 30 days',
  quietWhat: 'As soon as a till or a shop sends its first checkout, you see it here.',
  attention: 'Needs attention',
  attentionNone: 'All is well',
  attentionNoneWhat: 'Deliveries arrive, there are enough cards and coupons, and nothing stands out.',
  attentionNew: 'Nothing has gone wrong so far',
  attentionNewWhat: 'It is still to be set up: the list above says what comes next.',
  attentionHidden:
    'The figures here are of all locations, and you work for some of them. Begin with Cards & customers.',
  lookAt: {
    receiverDisabled: (subject: string) => `Messages by ${subject} are no longer sent: the receiver was switched off`,
    receiverFailing: (subject: string) => `Messages by ${subject} fail at the moment`,
    webhookDisabled: (subject: string, count: string) =>
      `The webhook ${subject} was switched off; ${several(count, 'event waits', 'events wait')}`,
    webhookFailing: (subject: string, count: string) =>
      `The webhook ${subject} fails; ${several(count, 'event waits', 'events wait')}`,
    messagesGivenUp: (count: string) => `${several(count, 'message', 'messages')} could not be sent`,
    noSender: (subject: string, count: string) =>
      `${several(count, `message by ${subject} was`, `messages by ${subject} were`)} not sent in the last 30 days: there is no sender yet`,
    couponSetEmpty: (subject: string) => `${subject} has no coupons: campaigns cannot give any of it`,
    certificateEnds: (days: string) =>
      `The certificate for passes in Apple Wallet expires ${days === '0' ? 'within a day' : `in ${several(days, 'day', 'days')}`}: ask the operator to renew it`,
    certificateEnded:
      'The certificate for passes in Apple Wallet has expired, and no pass is made or renewed: ask the operator for another one',
    cardSetLow: (subject: string, count: string) =>
      `The card set ${subject} has only ${several(count, 'card', 'cards')} left`,
    couponSetLow: (subject: string, count: string) => `${subject} has only ${several(count, 'coupon', 'coupons')} left`,
    budgetTight: (subject: string, percent: string) => `${percent} % of the budget of ${subject} are spent`,
    reportMailFailed: (subject: string, count: string) =>
      `The report “${subject}” did not reach everybody by e-mail: ${count} did not get the last one`,
    standsOut: (subject: string, what: string) => `${subject} stands out in the last 7 days: ${what}`,
    errandFailed: (count: string) => `${several(count, 'job', 'jobs')} failed in the last 7 days`,
    draftRefused: (subject: string) => `The draft “${subject}” could not be published when it was due`,
    scheduleRefused: (number: string) =>
      `The scheduled change ${number} was not applied when it was due; the versions say why`,
    draftsInReview: (count: string) => `Drafts that wait for a review: ${count}`,
    loosenedAlone: (who: string) => `${who} has raised what people may do by hand, without a second person`,
    approvalsOff: 'Nobody has to approve what is above a limit: approvals are switched off',
  },
}
