import { languagesIn, listIn, type Raw, rawIn, spokenIn, textIn } from '../brand/facts/draft.ts'
import type { SentenceNoun, SentenceSource } from '../brand/facts/telling.ts'
import { displayIn } from '../brand/value-names.ts'

/** The names of everything in a brand file, as it was read or as a draft has it. */
export function namesIn(file: unknown): SentenceSource['nameOf'] {
  const names = new Map<string, string>()
  const add = (noun: SentenceNoun, id: unknown, name: unknown) => {
    const [key, text] = [textIn(id), textIn(name)]
    if (key !== undefined && text !== undefined && typeof id !== 'object') names.set(`${noun} ${String(id)}`, text)
  }
  const entries = (section: string) => listIn(rawIn(file)[section]).map(rawIn)
  for (const { id, name } of entries('groups')) add('group', id, name)
  for (const location of entries('locations')) addLocation(location, add)
  const languages = languagesIn(file)
  for (const program of entries('programs')) addProgram(program, languages, add)
  for (const { id, name } of entries('couponSets')) add('couponSet', id, name)
  for (const { sku, name } of entries('products')) add('product', sku, name)
  for (const { uuid, name } of entries('subscriptionLists')) add('list', uuid, name)
  for (const { categoryId, name } of entries('eventTypes')) add('eventType', categoryId, name)
  for (const { id, subject } of entries('templates')) add('template', id, spokenIn(subject, languages))
  for (const { id, name } of entries('segments')) add('segment', id, name)
  for (const campaign of entries('campaigns')) addCampaign(campaign, add)
  return (noun, id) => names.get(`${noun} ${id}`)
}

type Add = (noun: SentenceNoun, id: unknown, name: unknown) => void

function addLocation({ id, name, terminals, employees }: Raw, add: Add): void {
  add('location', id, name)
  for (const terminal of listIn(terminals)) add('terminal', terminal, terminal)
  for (const employee of listIn(employees).map(rawIn)) add('employee', employee.id, employee.name)
}

function addProgram({ id, name, valueTypes, cardSets, tiers }: Raw, languages: readonly string[], add: Add): void {
  add('program', id, name)
  for (const { balanceType, balanceCode, display } of listIn(valueTypes).map(rawIn)) {
    const valueType = [textIn(balanceType), textIn(balanceCode)].filter((part) => part !== undefined).join(' ')
    const { one, other } = displayIn(display, languages) ?? {}
    add('valueType', valueType, other)
    add('oneOfValueType', valueType, one)
  }
  for (const set of listIn(cardSets).map(rawIn)) add('cardSet', set.id, set.name)
  for (const level of listIn(rawIn(tiers).levels).map(rawIn))
    add('tierLevel', level.id, spokenIn(level.name, languages))
}

function addCampaign({ id, name, rules }: Raw, add: Add): void {
  add('campaign', id, name)
  for (const rule of listIn(rules).map(rawIn)) add('rule', `${textIn(id)}/${textIn(rule.id)}`, rule.name)
}
