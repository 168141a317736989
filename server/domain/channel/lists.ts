import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { Brand } from '../brand/brand.ts'
import type { Channel } from './channel.ts'
import type { ChannelKind } from './channel-user.ts'

type ActiveList = Brand['document']['subscriptionLists'][number]
type AnyList = ActiveList & { readonly isOff?: boolean }

/** The active lists of a channel. */
export function listsOf({ document }: Brand, channel: ChannelKind): ActiveList[] {
  return document.subscriptionLists.filter((list) => isOf(list, channel))
}

/** The brand's active lists, then those that are switched off: people can still opt out of these. */
export function allLists({ document }: Brand): AnyList[] {
  return [
    ...document.subscriptionLists,
    ...document.switchedOff.subscriptionLists.map((list) => ({ ...list, isOff: true })),
  ]
}

/** Also one that is switched off: people can still opt out of it. */
export const findList = (brand: Brand, uuid: string) => allLists(brand).find((list) => list.uuid === uuid)

export const allListsOf = (brand: Brand, channel: ChannelKind) => allLists(brand).filter((list) => isOf(list, channel))

/** A list for text messages belongs to the phone channel. */
const isOf = (list: ActiveList, channel: ChannelKind) =>
  channel === 'email' ? list.channel === 'email' : list.channel === 'sms' || list.channel === 'phone'

export interface Category {
  readonly category: string
  readonly optIn: boolean
}

/** The lists that a caller named, by UUID or by name. If several share a name, the first is meant. */
export function readCategories(
  categories: readonly Category[],
  lists: readonly AnyList[],
): Map<string, boolean> | Refusal {
  const optIns = new Map<string, boolean>()
  for (const [index, { category, optIn }] of categories.entries()) {
    const path = `categories[${index}]`
    const open = optIn ? lists.filter(({ isOff }) => !isOff) : lists
    const wanted = category.toLowerCase()
    const list = open.find(({ uuid }) => uuid === wanted) ?? open.find(({ name }) => name.toLowerCase() === wanted)
    if (!list) return refuseField(100, `${path}.category`, 'there is no such list of the channel')
    if ((optIns.get(list.uuid) ?? optIn) !== optIn)
      return refuseField(100, `${path}.optIn`, 'contradicts an earlier element')
    optIns.set(list.uuid, optIn)
  }
  return optIns
}

/** By the lists' names, in the order of the brand file. Lists that are switched off are not shown. */
export function showCategories(channel: Channel, brand: Brand): Category[] {
  return listsOf(brand, channel.channel).flatMap(({ uuid, name }) => {
    const optIn = channel.lists[uuid]
    return optIn === undefined ? [] : [{ category: name, optIn }]
  })
}
