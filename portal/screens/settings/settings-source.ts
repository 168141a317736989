import { ask, type RouteAnswer } from '../../ask/ask.ts'
import type { Found, SearchSource } from '../../shell/search/search-source.ts'
import type { Texts } from '../../texts/shape.ts'
import { overviewGroups, type SettingsSection, sectionLooks } from './sections.ts'

/** What is configured: lists by their names, and single entries by theirs. */
export const settingsSource: SearchSource = {
  id: 'settings',
  title: (texts) => texts.settings.title,
  find: async ({ query, brand, texts }) => {
    const sought = query.trim().toLowerCase()
    if (sought === '' || !brand.permissions.includes('configuration.see')) return []
    const lists = findLists(sought, texts)
    if (sought.length < 2) return lists
    const { found } = await ask('findSettings', { text: sought }, brand.id)
    return [...lists, ...found.map((one) => toFound(one, texts))]
  },
}

const findLists = (sought: string, { file }: Texts): readonly Found[] =>
  overviewGroups
    .flatMap(({ sections }) => sections)
    .map((section) => ({ section, ...file.sections[section] }))
    .filter(({ title, about }) => `${title} ${about}`.toLowerCase().includes(sought))
    .map(({ section, title, about }) => ({
      id: `settings ${section}`,
      label: title,
      about,
      Icon: sectionLooks[section].Icon,
      to: `settings/${section}`,
    }))

type Setting = RouteAnswer<'findSettings'>['found'][number]

/** The list that each kind is in. */
const sectionOf: Readonly<Record<Setting['kind'], SettingsSection>> = {
  location: 'locations',
  group: 'groups',
  program: 'programs',
  valueType: 'programs',
  cardSet: 'programs',
  tierLevel: 'programs',
  product: 'products',
  couponSet: 'couponSets',
  codeSet: 'couponSets',
  segment: 'segments',
  template: 'templates',
  demographicField: 'demographicFields',
  eventType: 'eventTypes',
  list: 'subscriptionLists',
}

const programTabOf: { readonly [kind in Setting['kind']]?: string } = {
  valueType: 'valueTypes',
  cardSet: 'cardSets',
  tierLevel: 'tiers',
}

function toFound(setting: Setting, { file }: Texts): Found {
  const { kind, id, name, about } = setting
  const section = sectionOf[kind]
  const what = [file.sections[section].title, about].filter(Boolean).join(' · ')
  const shown = { id: `setting ${kind} ${setting.program ?? ''} ${id}`, label: name, about: what }
  return { ...shown, Icon: sectionLooks[section].Icon, ...placeOf(setting) }
}

/** Segments have pages of their own, and so have programs with what is in them. */
function placeOf({ kind, id, program = id }: Setting): Pick<Found, 'to' | 'search'> {
  if (kind === 'segment') return { to: `campaigns/segments/${encodeURIComponent(id)}` }
  const section = sectionOf[kind]
  if (section !== 'programs') return { to: `settings/${section}`, search: { open: id } }
  const tab = programTabOf[kind]
  return { to: `settings/programs/${encodeURIComponent(program)}`, ...(tab !== undefined && { search: { tab } }) }
}
