import type { Brand } from '../../domain/brand/brand.ts'

/** Places and campaigns that figures can be divided by. */
export const placeGroupings = ['location', 'group'] as const
export type PlaceGrouping = (typeof placeGroupings)[number]

export const groupings = [...placeGroupings, 'campaign'] as const
export type Grouping = (typeof groupings)[number]

export const groupingTitles: Readonly<Record<Grouping, string>> = {
  location: 'Location',
  group: 'Group',
  campaign: 'Campaign',
}

export const unnamed = '(none)'

/** What is called by its name: with the id, if another one has the same name. */
export interface Titles {
  location(id: string): string
  group(locationId: string): string
  campaign(ruleId: string): string
  rule(ruleId: string): string
}

export function titlesOf({ locations, document }: Brand): Titles {
  const places = byId([...locations.values()])
  const campaigns = byId(document.campaigns)
  const rules = new Map(
    document.campaigns.flatMap((one) =>
      [...byId(one.rules)].map(([id, title]): [string, string] => [`${one.id}/${id}`, title]),
    ),
  )
  const campaignId = (rule: string) => rule.split('/', 1)[0] ?? ''
  return {
    location: (id) => places.get(id) ?? (id || unnamed),
    group: (id) => locations.get(id)?.group ?? unnamed,
    campaign: (rule) => campaigns.get(campaignId(rule)) ?? (campaignId(rule) || unnamed),
    rule: (rule) => rules.get(rule) ?? rule.split('/')[1] ?? '',
  }
}

function byId(all: readonly { readonly id: string; readonly name?: string | undefined }[]): Map<string, string> {
  const namesakes = Map.groupBy(all, ({ id, name = id }) => name)
  return new Map(
    all.map(({ id, name = id }) => [id, (namesakes.get(name)?.length ?? 0) > 1 ? `${name} (${id})` : name]),
  )
}

/** The group of a row of sums, by its title. */
export function groupOf(
  titles: Titles,
  { location_id, rule_id }: { readonly location_id: string; readonly rule_id: string },
  by: Grouping | undefined,
): string {
  if (by === undefined) return ''
  return by === 'campaign' ? titles.campaign(rule_id) : titles[by](location_id)
}

/** What sums have to tell apart to be divided so. */
export function toldApart(by: string | undefined): { readonly hasPlace: boolean; readonly hasRule: boolean } {
  return { hasPlace: placeGroupings.some((one) => one === by), hasRule: by === 'campaign' }
}
