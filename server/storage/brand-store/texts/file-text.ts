import { stringify } from 'yaml'

/** A file as people read it. */
export function fileText(file: object): string {
  // Quoted so that readers of YAML 1.1 understand it in the same way.
  const style = { lineWidth: 120, compat: 'yaml-1.1', aliasDuplicateObjects: false } as const
  return stringify(file, { ...style, sortMapEntries: byKeyOrder })
}

/** The key order of the reference, because the database keeps none. */
const keyOrder = [
  'exportedFrom brand apiKeys groups locations programs couponSets demographicFields attributes orderAttributes products subscriptionLists eventTypes',
  'templates segments senders webhooks texts portal promotions accounts member referrals campaigns',
  'version fingerprint id key uuid categoryId sku cardNumber fact name description trigger type group maxSelected',
  'country currency timeZone languages language apiVersion enable settings exchangeRates',
  'requireEmployee requireEmployeePassword reversalGraceDays cashoutReturns interfaceTimeZone',
  'secretSha256 secretsSha256 secretSet scope addresses expires strict passwordHash passwordSet pin status terminals employees pinLength cardsExpireAfter valueTypes cardSets',
  'balanceType balanceCode display scale maxBalance minIssue maxIssue minRedeem maxRedeem subtracks values',
  'code uses perCard generate cards coupons codes autoGenerate count prefix length cost parent categories channel list public labels',
  'groupType sentiment template subject body html text receipt smtp url events caps perCardPerDay perBrandPerHour',
  'percent amount unitPrice groupPrice expiresAfter expiresAt activeAfter returnRelated subtrack',
  'active days months years endOf plus from until to priority date schedule segment target set promotion tags tag',
  'times give atLeast per of offsetDays rule once hour every within where except pick units on buy repeat steps min max round',
  'basis op value all any none when limit window exclusive option rules then',
].flatMap((line) => line.split(' '))
const rank = new Map(keyOrder.map((key, index) => [key, index]))

function byKeyOrder(a: { key: unknown }, b: { key: unknown }): number {
  const [left, right] = [keyText(a.key), keyText(b.key)]
  const order = (rank.get(left) ?? keyOrder.length) - (rank.get(right) ?? keyOrder.length)
  return order !== 0 ? order : left < right ? -1 : 1
}

function keyText(key: unknown): string {
  return typeof key === 'object' && key !== null && 'value' in key ? String(key.value) : String(key)
}
