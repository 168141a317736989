import { defined } from '../../ground/kernel/defined.ts'
import { isRefusal, type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { Account } from './account.ts'
import type { OptIn } from './opt-in.ts'
import type { ListOptIn, ThirdPartyLink } from './third-party-link.ts'

/** A subscription list of the brand. */
export interface SubscriptionList {
  readonly uuid: string
  readonly name: string
  readonly channel: string
  /** Nobody can opt in any more, only out. */
  readonly isOff?: boolean
}

/** An update of a link. Absent fields stay as they are; an empty text clears a field. */
export interface LinkChange {
  readonly thirdParty: string
  readonly optIn?: boolean
  readonly username?: string
  readonly customData?: string
  readonly categories?: readonly ListChoice[]
}

interface ListChoice {
  readonly optIn: boolean
  readonly uuid?: string
  readonly name?: string
  readonly optInSourceName?: string
  readonly optInSourceId?: string
}

const linksMax = 100

/** The channels of subscription lists, by the third party that reaches their subscribers. */
const channelsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['email', ['email']],
  ['phone', ['sms', 'phone']],
])

/** The name that a third party is stored under. Case makes no difference. */
export const partyOf = (thirdParty: string) => thirdParty.toLowerCase()

const isChannel = (thirdParty: string) => channelsOf.has(partyOf(thirdParty))
/** Anything that is neither a channel nor the custom data is a social network. */
export const isSocial = (thirdParty: string) => partyOf(thirdParty) !== 'custom' && !isChannel(thirdParty)
/** An opt-in by phone has no effect until the customer has confirmed it. */
const isDouble = (thirdParty: string) => partyOf(thirdParty) === 'phone'

/** The third parties of a channel, and whether their opt-ins must be confirmed. */
export function thirdPartiesOf(named: string): readonly { thirdParty: string; isDouble: boolean }[] {
  const channel = partyOf(named)
  const known = [...channelsOf].filter(([, channels]) => channels.includes(channel)).map(([party]) => party)
  const names = channelsOf.has(channel) ? known : [...known, channel]
  return names.map((thirdParty) => ({ thirdParty, isDouble: isDouble(thirdParty) }))
}

/** What is wrong with the updates themselves, whatever lists the brand has. */
export function checkLinks(changes: readonly LinkChange[] = []): Refusal | undefined {
  for (const [index, { thirdParty, categories = [] }] of changes.entries()) {
    const path = `thirdPartyUpdates[${index}].categories`
    if (categories.length > 0 && !isChannel(thirdParty))
      return refuseField(100, path, 'only email and phone have lists')
    for (const [place, choice] of categories.entries()) {
      const wrong = checkChoice(choice, thirdParty, `${path}[${place}]`)
      if (wrong) return wrong
    }
  }
  return undefined
}

function checkChoice(choice: ListChoice, thirdParty: string, path: string): Refusal | undefined {
  const { uuid, name, optIn, optInSourceName, optInSourceId } = choice
  if (uuid === undefined && name === undefined) return refuseField(100, `${path}.uuid`, 'give uuid or name')
  if (optInSourceName !== undefined && optInSourceId !== undefined)
    return refuseField(100, `${path}.optInSourceId`, 'give optInSourceName or optInSourceId, not both')
  const isUnfounded = isDouble(thirdParty) && optIn && optInSourceName === undefined && optInSourceId === undefined
  return isUnfounded
    ? refuseField(100, `${path}.optInSourceName`, 'an opt-in by phone needs optInSourceName or optInSourceId')
    : undefined
}

/** The changed links, and which channels have a new opt-in. */
export interface ChangedLinks {
  readonly kind: 'changed'
  readonly links: readonly ThirdPartyLink[]
  /** Third parties that have a new opt-in, in effect or waiting to be confirmed. */
  readonly optedIn: ReadonlySet<string>
}

/** The links with the updates, which must have been checked. A list that the channel does not have is refused. */
export function changeLinks(
  before: readonly ThirdPartyLink[],
  changes: readonly LinkChange[],
  lists: readonly SubscriptionList[],
): ChangedLinks | Refusal {
  const links = linksByParty(before)
  const optedIn = new Set<string>()
  for (const [index, given] of changes.entries()) {
    const thirdParty = partyOf(given.thirdParty)
    const change = { ...given, thirdParty }
    const choices = readChoices(change, lists, `thirdPartyUpdates[${index}].categories`)
    if (isRefusal(choices)) return choices
    const link = links.get(thirdParty) ?? { thirdParty }
    const changed = changeLink(link, change, choices)
    if (hasNewOptIn(link, changed)) optedIn.add(thirdParty)
    if (isEmpty(changed)) links.delete(thirdParty)
    else links.set(thirdParty, changed)
  }
  if (links.size > linksMax)
    return refuseField(100, 'thirdPartyUpdates', `a card has at most ${linksMax} third parties`)
  return { kind: 'changed', links: [...links.values()], optedIn }
}

/** Merges links that were stored under several spellings of one name. An opt-out in any of them holds. */
function linksByParty(links: readonly ThirdPartyLink[]): Map<string, ThirdPartyLink> {
  const merged = new Map<string, ThirdPartyLink>()
  for (const link of links) {
    const thirdParty = partyOf(link.thirdParty)
    const before = merged.get(thirdParty)
    const isOut = before?.optIn === false || link.optIn === false
    merged.set(thirdParty, { ...before, ...link, thirdParty, ...(isOut && { optIn: false }) })
  }
  return merged
}

function readChoices(
  { thirdParty, categories = [] }: LinkChange,
  lists: readonly SubscriptionList[],
  path: string,
): readonly ListOptIn[] | Refusal {
  const ofChannel = lists.filter(({ channel }) => channelsOf.get(thirdParty)?.includes(channel))
  const choices: ListOptIn[] = []
  for (const [place, choice] of categories.entries()) {
    const { uuid, name, optIn, optInSourceName: sourceName, optInSourceId: sourceId } = choice
    const list = ofChannel.find(
      (one) =>
        !(one.isOff && optIn) &&
        (uuid === undefined || one.uuid === uuid.toLowerCase()) &&
        (name === undefined || one.name.toLowerCase() === name.toLowerCase()),
    )
    if (!list) return refuseField(100, `${path}[${place}]`, 'there is no such subscription list of this channel')
    choices.push(
      defined({
        uuid: list.uuid,
        optIn,
        sourceName,
        sourceId,
      }),
    )
  }
  return choices
}

/**
 * Opting out of a channel opts out of all its lists. Opting into a list opts into its channel, unless the customer
 * opted out of the channel before, or does so in the same call.
 */
function changeLink(link: ThirdPartyLink, change: LinkChange, choices: readonly ListOptIn[]): ThirdPartyLink {
  const { username, customData, lists = [], ...rest } = link
  const wished = change.optIn ?? link.optIn ?? (choices.some(({ optIn }) => optIn) ? true : undefined)
  const kept = change.optIn === false ? lists.map((list) => ({ uuid: list.uuid, optIn: false })) : lists
  const merged = new Map(kept.map((list) => [list.uuid, list]))
  for (const choice of choices) {
    const known = merged.get(choice.uuid)
    // A confirmation lasts until the customer opts out.
    merged.set(choice.uuid, known?.optIn && choice.optIn ? withChoice(known, choice) : choice)
  }
  const { confirmed, consent, ...unconfirmed } = rest
  return {
    ...(wished === false ? unconfirmed : rest),
    ...text('username', change.username ?? username),
    ...text('customData', change.customData ?? customData),
    ...(wished !== undefined && { optIn: wished }),
    ...(merged.size > 0 && { lists: [...merged.values()] }),
  }
}

/** An opt-in has one source: a new one replaces the old one, whether either was given by name or by id. */
function withChoice(known: ListOptIn, choice: ListOptIn): ListOptIn {
  if (choice.sourceName === undefined && choice.sourceId === undefined) return { ...known, ...choice }
  const { sourceName: _, sourceId: __, ...rest } = known
  return { ...rest, ...choice }
}

const text = (name: 'username' | 'customData', value: string | undefined) => (value ? { [name]: value } : {})

function hasNewOptIn(before: ThirdPartyLink, after: ThirdPartyLink): boolean {
  if (!after.optIn) return false
  const wanted = (link: ThirdPartyLink) => new Set(link.lists?.filter(({ optIn }) => optIn).map(({ uuid }) => uuid))
  return !before.optIn || !wanted(after).isSubsetOf(wanted(before))
}

const isEmpty = ({ username, customData, optIn, lists }: ThirdPartyLink) =>
  username === undefined && customData === undefined && optIn === undefined && lists === undefined

/** Whether the phone has an opt-in that the customer has not confirmed yet. */
export function isPending(links: readonly ThirdPartyLink[] = []): boolean {
  return links.some(
    (link) =>
      isDouble(link.thirdParty) &&
      link.optIn === true &&
      (!link.confirmed || (link.lists ?? []).some((list) => list.optIn && !list.confirmed)),
  )
}

/** The account after its customer replied YES: all pending opt-ins are in effect. */
export function confirmOptIns(account: Account): Account {
  if (!isPending(account.links)) return account
  const links = (account.links ?? []).map((link) => {
    if (!isDouble(link.thirdParty) || !link.optIn) return link
    const lists = link.lists?.map((list) => (list.optIn ? { ...list, confirmed: true } : list))
    return { ...link, confirmed: true, ...(lists && { lists }) }
  })
  return withLinks(account, links)
}

/**
 * The account after its customer opted out of the third party and all its lists; the same account if nothing changes.
 * The opt-out is stored even if there was no opt-in, so that a later mistake cannot opt the customer in.
 */
export function endOptIn(account: Account, thirdParty: string): Account {
  const { links = [] } = account
  const link = links.find((one) => one.thirdParty === thirdParty) ?? { thirdParty }
  if (link.optIn === false && !link.lists?.some(({ optIn }) => optIn)) return account
  const ended = changeLink(link, { thirdParty, optIn: false }, [])
  return withLinks(account, links.includes(link) ? links.map((one) => (one === link ? ended : one)) : [...links, ended])
}

/** The account after its customer opted out of one list; the same account if nothing changes. */
export function endListOptIn(account: Account, thirdParty: string, uuid: string): Account {
  const { links = [] } = account
  const link = links.find((one) => one.thirdParty === thirdParty) ?? { thirdParty }
  if (link.lists?.some((list) => list.uuid === uuid && !list.optIn)) return account
  const ended = changeLink(link, { thirdParty }, [{ uuid, optIn: false }])
  return withLinks(account, links.includes(link) ? links.map((one) => (one === link ? ended : one)) : [...links, ended])
}

export function withLinks(account: Account, links: readonly ThirdPartyLink[]): Account {
  return { ...account, links, optIns: optInsOf(links) }
}

/** The opt-ins in effect, as rules see them. Those by phone must be confirmed; they count as `phone` and `sms`. */
export function optInsOf(links: readonly ThirdPartyLink[]): readonly OptIn[] {
  return links.flatMap(({ thirdParty, optIn, confirmed, lists = [] }): OptIn[] => {
    const isEffective = (one: { optIn?: boolean; confirmed?: boolean }) =>
      one.optIn === true && (!isDouble(thirdParty) || one.confirmed === true)
    if (!isEffective({ ...(optIn && { optIn }), ...(confirmed && { confirmed }) })) return []
    const wanted = lists.filter(isEffective)
    const channels = channelsOf.get(partyOf(thirdParty)) ?? [partyOf(thirdParty)]
    return channels.flatMap((channel) => [{ channel }, ...wanted.map(({ uuid }) => ({ channel, list: uuid }))])
  })
}
