import { isOne } from './asked.ts'
import type { Fact } from './fact.ts'
import { money, number } from './forms.ts'
import { counted, found } from './reading.ts'

/** Facts about a message that a customer wrote, and about customers that one referred. */
export const messageFacts = {
  'message.text': {
    type: 'text',
    of: 'call',
    meaning: 'What the customer wrote (trigger message).',
    example: '{ fact: message.text, op: startsWith, value: JOIN }',
    read: ({ call: { message } }) => found(message?.text),
    en: {
      name: 'Text of the message',
      clause: (asked, say) => `the message ${say.is(asked, { shown: say.quoted })}`,
      phrase: (asked, say) =>
        isOne(asked) ? { slot: 'event', text: ` ${say.orList(asked.values.map(say.quoted))}` } : undefined,
    },
    de: {
      name: 'Text der Nachricht',
      clause: (asked, say) => `die Nachricht ${say.is(asked, { verb: 'lautet', shown: say.quoted })}`,
      phrase: (asked, say) =>
        isOne(asked) ? { slot: 'event', text: say.orList(asked.values.map(say.quoted)) } : undefined,
    },
  },
  'message.channel': {
    type: 'text',
    of: 'call',
    meaning: 'Where it came from (trigger message).',
    example: '{ fact: message.channel, op: "=", value: sms }',
    read: ({ call: { message } }) => found(message?.channel),
    en: {
      name: 'Channel of the message',
      clause: (asked, say) => `the channel of the message ${say.is(asked, { shown: say.quoted })}`,
    },
    de: {
      name: 'Kanal der Nachricht',
      clause: (asked, say) => `der Kanal der Nachricht ${say.is(asked, { shown: say.quoted })}`,
    },
  },
  'referral.checkouts': {
    type: 'number',
    of: 'call',
    meaning: "The referred customers' checkouts (trigger refer).",
    example: '{ fact: referral.checkouts, op: ">=", value: 1 }',
    read: ({ call: { referral } }) => counted(referral?.checkouts),
    en: {
      name: 'Number of purchases by referred customers',
      measured: 'visits of referred customers',
      unit: 'visits of referred customers',
      ...number(
        'the number of purchases by referred customers',
        'purchase by a referred customer',
        'purchases by referred customers',
      ),
    },
    de: {
      name: 'Anzahl der Einkäufe geworbener Kunden',
      measured: 'Einkäufe geworbener Kunden',
      unit: 'Einkäufe geworbener Kunden',
      ...number('die Anzahl der Einkäufe geworbener Kunden', 'Einkauf geworbener Kunden', 'Einkäufe geworbener Kunden'),
    },
  },
  'referral.total': {
    type: 'amount',
    isLocal: true,
    of: 'call',
    meaning: 'What they spent (trigger refer).',
    example: '{ fact: referral.total, op: ">=", value: 10 }',
    read: ({ call: { referral } }) => found(referral?.total),
    en: {
      name: 'Amount spent by referred customers',
      measured: 'what referred customers spent',
      ...money('the amount spent by referred customers', ' spent by referred customers'),
    },
    de: {
      name: 'Umsatz geworbener Kunden',
      measured: 'Umsatz der geworbenen Kunden',
      ...money('der Umsatz geworbener Kunden', ' Umsatz geworbener Kunden'),
    },
  },
} as const satisfies Record<string, Fact>
