import { type CustomerChanges, checkCustomer } from '../../../domain/account/customer.ts'
import type { DemographicChange } from '../../../domain/account/demographics.ts'
import type { LinkChange } from '../../../domain/account/third-party.ts'
import type { Brand } from '../../../domain/brand/brand.ts'
import { readRequest } from '../../../ground/contract/read.ts'
import { defined } from '../../../ground/kernel/defined.ts'
import { isRefusal, type Refusal } from '../../../ground/kernel/errors.ts'
import { suggestion } from '../../../ground/kernel/nearest.ts'
import type { Instant } from '../../../ground/kernel/time.ts'
import { customerUpdates } from '../../operations/account/parts/customer-model.ts'
import type { CellReader } from '../values/cells.ts'

export const demographicPrefix = 'demographic.'
/** Before the fields of a card's second customer. */
export const alternatePrefix = 'alternate.'

type FieldName = Exclude<keyof typeof customerUpdates.fields, 'affiliatedLocations'>

/** The fields of the interface, by its names. */
export const customerFields = (Object.keys(customerUpdates.fields) as (keyof typeof customerUpdates.fields)[]).filter(
  (name): name is FieldName => name !== 'affiliatedLocations',
)

export interface PersonChange {
  readonly customer?: CustomerChanges
  readonly alternate?: CustomerChanges
  readonly demographics: readonly DemographicChange[]
  readonly links: readonly ImportedLink[]
}

/** An opt-in, or an opt-out, as another provider recorded it. */
export interface ImportedLink {
  readonly change: LinkChange
  readonly isConfirmed: boolean
  readonly at?: Instant
  readonly source?: string
}

/** What a row says about the person, read as the interface reads it. */
export function readPerson(cells: ReadonlyMap<string, string>, reader: CellReader, brand: Brand): PersonChange {
  return defined({
    customer: readCustomerCells(cells, reader, brand),
    alternate: readFields(cells, reader, brand, { prefix: alternatePrefix }),
    demographics: readDemographics(cells, reader, brand),
    links: readLinks(reader),
  })
}

function readCustomerCells(cells: ReadonlyMap<string, string>, reader: CellReader, brand: Brand) {
  const affiliated = reader.several('affiliatedLocations', 100)
  for (const id of affiliated ?? [])
    if (!brand.locations.has(id))
      reader.fault('affiliatedLocations', `has "${id}", which is no location${suggestion(id, brand.locations.keys())}`)
  return readFields(cells, reader, brand, { prefix: '', ...(affiliated && { affiliated }) })
}

interface FieldsOf {
  readonly prefix: string
  readonly affiliated?: readonly string[]
}

function readFields(
  cells: ReadonlyMap<string, string>,
  reader: CellReader,
  brand: Brand,
  { prefix, affiliated }: FieldsOf,
): CustomerChanges | undefined {
  const given = customerFields.flatMap((name) => {
    const value = cells.get(`${prefix}${name}`)
    return value === undefined ? [] : [[name, value] as const]
  })
  if (given.length === 0 && !affiliated) return undefined
  const body = { ...Object.fromEntries(given), ...(affiliated && { affiliatedLocations: { values: [...affiliated] } }) }
  const read = readRequest(customerUpdates, body, { apiVersion: 2, enabled: brand.enabled, interfaceTimeZone: 'UTC' })
  const wrong = isRefusal(read) ? read : checkCustomer(read.value as CustomerChanges, personPath)
  if (wrong) return reader.fault(`${prefix}${columnOf(wrong)}`, wrong.detail ?? wrong.text)
  return isRefusal(read) ? undefined : (read.value as CustomerChanges)
}

/** Where the fields of a person are said to be, besides the top: columns have no such name before theirs. */
export const personPath = 'customer'

/** The column of the field that is wrong: the first name of its path, below the person. */
export function columnOf({ field = '' }: Refusal): string {
  const [first = '', second = ''] = field.split('.')
  return first === personPath ? second : first
}

function readDemographics(cells: ReadonlyMap<string, string>, reader: CellReader, { document }: Brand) {
  return document.demographicFields.flatMap(({ name, list, type }): DemographicChange[] => {
    const column = `${demographicPrefix}${name}`
    const value = cells.get(column)
    if (value === undefined) return []
    if (!list) return [{ fieldName: name, value, mode: 'overwrite' }]
    const values = (reader.several(column, 1000) ?? []).map((one) => typedValue(one, type))
    return [{ fieldName: name, values, mode: 'overwrite' }]
  })
}

/** A text that is not of the type stays one, and is refused as such. */
function typedValue(text: string, type: 'String' | 'Integer' | 'Date') {
  if (type === 'Integer' && /^-?\d{1,15}$/.test(text)) return { integerValue: Number(text) }
  return type === 'Date' && /^\d{4}-\d{2}-\d{2}$/.test(text) ? { dateValue: text } : { stringValue: text }
}

function readLinks(reader: CellReader): ImportedLink[] {
  const channels = (['email', 'phone'] as const).flatMap((channel) => readChannel(channel, reader))
  const customData = reader.text('customData', 10_000)
  const own = customData === undefined ? [] : [{ change: { thirdParty: 'custom', customData }, isConfirmed: false }]
  return [...channels, ...own]
}

function readChannel(channel: 'email' | 'phone', reader: CellReader): ImportedLink[] {
  const optIn = reader.flag(`${channel}OptIn`)
  const at = reader.moment(`${channel}OptInDate`)
  const source = reader.name(`${channel}OptInSource`)
  const lists = reader.several(`${channel}Lists`, 100)
  const isConfirmed = channel === 'phone' && (reader.flag('phoneOptInConfirmed') ?? false)
  if (optIn === undefined) {
    for (const [column, value] of [
      ['OptInDate', at],
      ['OptInSource', source],
      ['Lists', lists],
    ] as const)
      if (value !== undefined) reader.fault(`${channel}${column}`, `is given, and ${channel}OptIn is empty`)
    return []
  }
  if (!optIn && lists) reader.fault(`${channel}Lists`, `is given, and ${channel}OptIn is false`)
  if (!optIn && isConfirmed) reader.fault('phoneOptInConfirmed', 'is true, and phoneOptIn is false')
  if (isConfirmed && at === undefined) reader.fault('phoneOptInDate', 'is empty, and a confirmed opt-in needs its date')
  if (channel === 'phone' && optIn && source === undefined)
    reader.fault('phoneOptInSource', 'is empty, and an opt-in by phone needs where it was given')
  const categories = (lists ?? []).map((list) => ({
    optIn: true,
    ...(isUuid(list) ? { uuid: list.toLowerCase() } : { name: list }),
    ...(source !== undefined && { optInSourceName: source }),
  }))
  return [defined({ change: { thirdParty: channel, optIn, categories }, isConfirmed, at, source })]
}

const isUuid = (text: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)
