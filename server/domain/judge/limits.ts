import type { BrandDocument } from '../brand/document.ts'
import type { PortalRole } from '../brand/shapes/portal-shape.ts'
import { nothing, type Sums, toMillionths } from './sums.ts'

/** What needs a second person above an amount. */
export const limitedActions = ['issue', 'return', 'void', 'adjust', 'cashOut', 'move'] as const
export type LimitedAction = (typeof limitedActions)[number]

/** What somebody may do alone: at once, and in a day. */
export interface HandLimit {
  readonly once: Sums
  readonly perDay: Sums
}

type RoleLimits = Readonly<Record<LimitedAction, Sums>>

const of = (money: number, points: number): Sums => ({ money: toMillionths(money), points: toMillionths(points) })
const alike = (sums: Sums): RoleLimits => ({
  issue: sums,
  return: sums,
  void: sums,
  adjust: sums,
  cashOut: sums,
  move: sums,
})
const everyday = of(1000, 100_000)

/** Where the brand file says nothing: enough for an ordinary day, and little enough for a mistake or a thief. */
const usualLimits: { readonly [Role in PortalRole]?: RoleLimits } = {
  cashier: { ...alike(nothing), issue: of(500, 1000), return: of(100, 1000), cashOut: of(50, 0) },
  support: {
    ...alike(nothing),
    issue: of(50, 5000),
    return: of(100, 10_000),
    void: of(100, 10_000),
    move: of(200, 20_000),
  },
  finance: alike(everyday),
  administrator: alike(everyday),
}

/** Where the file says nothing of a day: so many times as much as at once. */
export const timesADay = 10n

interface GivenSums {
  readonly money?: number | undefined
  readonly points?: number | undefined
}

type GivenLimit = GivenSums & { readonly perDay?: GivenSums | undefined }
type GivenLimits = { readonly [A in LimitedAction | 'approve']?: GivenLimit | undefined }

/** A brand, as far as limits matter. */
export interface WithLimits {
  readonly document: Pick<BrandDocument, 'portal'>
}

/** What a role may do without a second person. It holds for every role: nobody is above a limit. */
export function limitOf(brand: WithLimits, role: PortalRole, action: LimitedAction): HandLimit {
  return complete(givenTo(brand, role)?.[action] ?? {}, usualLimits[role]?.[action] ?? nothing)
}

/** What a role may approve for others; undefined where the file sets no limit. */
export function approvalLimitOf(brand: WithLimits, role: PortalRole): HandLimit | undefined {
  const given = givenTo(brand, role)?.approve
  return given && complete(given, nothing)
}

function givenTo({ document }: WithLimits, role: PortalRole): GivenLimits | undefined {
  const given: { readonly [role: string]: GivenLimits | undefined } = document.portal?.limits ?? {}
  return given[role]
}

function complete({ perDay = {}, ...once }: GivenLimit, usual: Sums): HandLimit {
  const atOnce = withGiven(once, usual)
  const aDay = { money: atOnce.money * timesADay, points: atOnce.points * timesADay }
  return { once: atOnce, perDay: withGiven(perDay, aDay) }
}

const withGiven = ({ money, points }: GivenSums, usual: Sums): Sums => ({
  money: money === undefined ? usual.money : toMillionths(money),
  points: points === undefined ? usual.points : toMillionths(points),
})

/** The larger of each. */
export function widest(one: HandLimit, other: HandLimit): HandLimit {
  const larger = (a: Sums, b: Sums) => ({
    money: a.money > b.money ? a.money : b.money,
    points: a.points > b.points ? a.points : b.points,
  })
  return { once: larger(one.once, other.once), perDay: larger(one.perDay, other.perDay) }
}

/** Whether the brand does without a second person: then whoever may approve goes above their limits alone. */
export const worksAlone = ({ document }: WithLimits): boolean => document.portal?.approvals === 'off'
