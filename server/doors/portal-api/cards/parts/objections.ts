import type { Brand } from '../../../../domain/brand/brand.ts'
import type { Exceeding, OutcomeObjection } from '../../../../domain/judge/judge-outcome.ts'
import type { LimitedAction } from '../../../../domain/judge/limits.ts'
import { beyondAll, isNothing, type Sums, toNumber } from '../../../../domain/judge/sums.ts'
import type { Language } from '../../../../ground/kernel/language.ts'
import { type PortalRefusal, turnDown } from '../../refusal.ts'

/** Why somebody may not do something by hand, in words that say what it would do and whom to ask. */
export function turnDownObjection(objection: OutcomeObjection, brand: Brand, language: Language): PortalRefusal {
  return { ...toRefusal(objection, brand, language), objection: objection.why }
}

function toRefusal(objection: OutcomeObjection, brand: Brand, language: Language): PortalRefusal {
  const told = words[language]
  const shown = (sums: Sums) => showSums(sums, brand, language)
  switch (objection.why) {
    case 'elsewhere':
      return objection.isNamed ? turnDown('notFound', told.noSuchCall) : turnDown('forbidden', told.paidElsewhere)
    case 'notOwn':
      return turnDown('forbidden', told.onlyOwn)
    case 'unproved':
      return turnDown('confirmNeeded', told.unproved)
    case 'ownApproval':
      return turnDown('forbidden', told.ownApproval)
    case 'aboveLimit':
      return turnDown('approvalNeeded', aboveLimitWords(objection, brand, language))
    case 'moreThanApproved':
      return turnDown('conflict', told.moreThanApproved(shown(objection.sums)))
    case 'aboveApproval':
      return turnDown('forbidden', told.aboveApproval(shown(objection.sums), shown(objection.limit)))
    case 'oneHand':
      return turnDown('forbidden', told.oneHand(shown(objection.sums), showLimit(objection.limit, brand, language)))
  }
}

/** "This gives back $1,900.00. That is above your limit of $100.00 and 1,000 points. …" */
function aboveLimitWords(exceeding: Exceeding, brand: Brand, language: Language): string {
  const { action, sums, limit, isADay, openCoupons = 0 } = exceeding
  const told = words[language]
  const known = isNothing(sums) ? told.endsUse : told.does[action](showSums(sums, brand, language))
  const does =
    openCoupons > 0 && sums.money < beyondAll
      ? `${known} ${action === 'move' ? told.openCouponsMoved : told.openCoupon}`
      : known
  return `${does} ${told.aboveLimit(showLimit(limit, brand, language), isADay)} ${told.whomToAsk}`
}

const moneyIn = (language: Language, currency: string) =>
  new Intl.NumberFormat(language, { style: 'currency', currency, maximumFractionDigits: 6 })

function showLimit({ money, points }: Sums, { currency }: Brand, language: Language): string {
  const { and, points: name } = words[language]
  const count = new Intl.NumberFormat(language).format(toNumber(points))
  return `${moneyIn(language, currency).format(toNumber(money))} ${and} ${count} ${name}`
}

/** Only what there is of it. */
function showSums({ money, points }: Sums, { currency }: Brand, language: Language): string {
  const { and, points: name, noRate } = words[language]
  const shown = money >= beyondAll ? noRate : moneyIn(language, currency).format(toNumber(money))
  const parts = [
    ...(money > 0n || points === 0n ? [shown] : []),
    ...(points > 0n ? [`${new Intl.NumberFormat(language).format(toNumber(points))} ${name}`] : []),
  ]
  return parts.join(` ${and} `)
}

interface Words {
  readonly noSuchCall: string
  readonly paidElsewhere: string
  readonly onlyOwn: string
  readonly unproved: string
  readonly ownApproval: string
  readonly moreThanApproved: (sums: string) => string
  readonly aboveApproval: (sums: string, limit: string) => string
  readonly oneHand: (sums: string, limit: string) => string
  readonly does: { readonly [Action in LimitedAction]: (sums: string) => string }
  readonly endsUse: string
  readonly openCoupon: string
  readonly openCouponsMoved: string
  readonly aboveLimit: (limit: string, isADay: boolean) => string
  readonly whomToAsk: string
  readonly and: string
  readonly points: string
  readonly noRate: string
}

const words: { readonly [L in Language]: Words } = {
  en: {
    noSuchCall: 'There is no such call, or it was made at another location.',
    paidElsewhere:
      'This would also give back what was paid at another location. Somebody who is there for all locations can do it.',
    onlyOwn: 'You may undo only what you did yourself in the last 15 minutes.',
    unproved: 'Confirm that it is you, then try again.',
    ownApproval: 'You asked for this yourself: somebody else decides.',
    moreThanApproved: (sums) => `This comes to ${sums} now, which is more than was approved. Let them ask again.`,
    aboveApproval: (sums, limit) => `This comes to ${sums}, and you may approve ${limit}. Let somebody else decide.`,
    oneHand: (sums, limit) =>
      `This comes to ${sums}. You and whoever asked count as one person, and you may do ${limit} alone.`,
    does: {
      issue: (sums) => `This gives ${sums}.`,
      return: (sums) => `This gives back ${sums}.`,
      void: (sums) => `This undoes ${sums}.`,
      adjust: (sums) => `This corrects ${sums}.`,
      cashOut: (sums) => `This pays out ${sums}.`,
      move: (sums) => `This moves ${sums}.`,
    },
    endsUse: 'This ends a card that can still be used.',
    openCoupon: 'A coupon whose worth cannot be told in advance counts as much as you may give at once.',
    openCouponsMoved: 'Coupons whose worth cannot be told in advance count together as much as you may move at once.',
    aboveLimit: (limit, isADay) =>
      isADay
        ? `With what you did today it is above your limit of ${limit} a day.`
        : `It is above your limit of ${limit}.`,
    whomToAsk: 'Somebody else in finance or administration can approve it.',
    and: 'and',
    points: 'points',
    noRate: 'an amount of money that cannot be told in advance',
  },
  de: {
    noSuchCall: 'Diesen Aufruf gibt es nicht, oder er war an einem anderen Standort.',
    paidElsewhere:
      'Das gäbe auch zurück, was an einem anderen Standort bezahlt wurde. Jemand, der für alle Standorte da ist, kann es tun.',
    onlyOwn: 'Rückgängig machen können Sie nur, was Sie selbst in den letzten 15 Minuten getan haben.',
    unproved: 'Bestätigen Sie, dass Sie es sind, und versuchen Sie es noch einmal.',
    ownApproval: 'Darum haben Sie selbst gebeten: jemand anders entscheidet.',
    moreThanApproved: (sums) => `Das sind jetzt ${sums}, mehr als freigegeben wurde. Es muss neu darum gebeten werden.`,
    aboveApproval: (sums, limit) => `Das sind ${sums}; Sie dürfen ${limit} freigeben. Jemand anders muss entscheiden.`,
    oneHand: (sums, limit) =>
      `Das sind ${sums}. Sie gelten mit der Person, die darum bittet, als eine, und allein dürfen Sie ${limit}.`,
    does: {
      issue: (sums) => `Das gibt ${sums}.`,
      return: (sums) => `Das gibt ${sums} zurück.`,
      void: (sums) => `Das macht ${sums} rückgängig.`,
      adjust: (sums) => `Das berichtigt ${sums}.`,
      cashOut: (sums) => `Das zahlt ${sums} aus.`,
      move: (sums) => `Das überträgt ${sums}.`,
    },
    endsUse: 'Das beendet eine Karte, die noch benutzt werden kann.',
    openCoupon:
      'Ein Coupon, dessen Wert sich vorher nicht beziffern lässt, zählt so viel, wie Sie auf einmal geben dürfen.',
    openCouponsMoved:
      'Coupons, deren Wert sich vorher nicht beziffern lässt, zählen zusammen so viel, wie Sie auf einmal übertragen dürfen.',
    aboveLimit: (limit, isADay) =>
      isADay
        ? `Mit dem, was Sie heute getan haben, liegt es über Ihrer Grenze von ${limit} am Tag.`
        : `Das liegt über Ihrer Grenze von ${limit}.`,
    whomToAsk: 'Jemand anders aus Finanzen oder Verwaltung kann es freigeben.',
    and: 'und',
    points: 'Punkten',
    noRate: 'einen Betrag, der sich vorher nicht beziffern lässt',
  },
}
