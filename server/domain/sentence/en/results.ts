import { gap } from '../../brand/facts/draft.ts'
import type { ResultPhrases } from '../grammar/phrases.ts'

export const results: ResultPhrases = {
  receivers: {
    referrer: ' for whoever referred them',
    root: ' for the main card',
    child: ' for the child card',
  },
  asCredit: ' as credit',
  channels: {
    direct: 'a message at the till',
    email: 'an e-mail',
    sms: 'a text message',
    push: 'a push message',
    webhook: 'a notice to another system',
  },
  unknownChannel: `a message by ${gap}`,
  onReceipt: 'a message on the receipt',
  hours: ['hour', 'hours'],
  days: ['day', 'days'],
  later: (time) => ` ${time} later`,
  toReferrer: ' to whoever referred them',
  toSubscribers: (list) => ` to subscribers of ${list}`,
  atMostAtATime: (amount) => `at most ${amount} at a time`,
  become: (from, to) => `every ${from} become ${to}`,
  usableAfter: (days, isOne) => `usable after ${days} ${isOne ? 'day' : 'days'}`,
  asRefund: 'as a refund',
  taken: (amount, isOne) => `${amount} ${isOne ? 'is' : 'are'} taken off the card`,
  coupon: (set) => `a ${set} coupon`,
  notTransferable: 'not transferable',
  recorded: (event, isForReferrer) =>
    `the event ${event} is recorded${isForReferrer ? ' for whoever referred them' : ''}`,
  joins: (program) => `the customer joins ${program}`,
  cleared: (field) => `the field ${field} is cleared`,
  set: (field, value) => `the field ${field} is set to ${value}`,
  from: (day) => `from ${day}`,
  offer: (what) => `a personal offer: ${what}`,
  addedProduct: (benefit, isChosen, regular) => {
    const otherwise = regular === undefined ? '' : ` (otherwise ${regular} each)`
    return `${benefit}${otherwise}, added to the purchase${isChosen ? ' as the customer chooses' : ''}`
  },
  refused: (message) => `the purchase is refused: ${message}`,
}
