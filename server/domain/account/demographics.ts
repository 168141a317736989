import { type Refusal, refuseField } from '../../ground/kernel/errors.ts'
import type { Decimal } from '../../ground/kernel/money.ts'
import { isDate } from '../../ground/kernel/time.ts'
import type { Account } from './account.ts'
import { changeList, type ListMode, listEntriesMax } from './list-change.ts'

/** A field of the brand, as its file has it. */
export interface FieldDefinition {
  readonly name: string
  readonly type: 'String' | 'Integer' | 'Date'
  readonly list: boolean
}

/** An update of one field: one value as text, or several by their types. Overwriting with neither removes the field. */
export interface DemographicChange {
  readonly fieldName: string
  readonly value?: string
  readonly values?: readonly TypedValue[]
  readonly mode: ListMode
}

interface TypedValue {
  readonly stringValue?: string
  readonly dateValue?: string
  readonly integerValue?: number
  readonly decimalValue?: Decimal
}

/** What is wrong with the updates themselves, whatever fields the brand has. */
export function checkDemographics(changes: readonly DemographicChange[] = []): Refusal | undefined {
  for (const [index, { value, values }] of changes.entries()) {
    const path = `brandDemographics[${index}].values`
    if (value !== undefined && values) return refuseField(100, path, 'give value or values, not both')
    const empty = values?.findIndex((one) => Object.values(one).every((part) => part === undefined)) ?? -1
    if (empty >= 0) return refuseField(100, `${path}[${empty}]`, 'needs a value')
  }
  return undefined
}

type Demographics = Account['demographics']

/** The fields with these values in one of them; without values it is no longer there. */
export function withField(fields: Demographics, name: string, values: Demographics[string]): Demographics {
  const { [name]: _, ...others } = fields
  return values.length === 0 ? others : { ...others, [name]: values }
}

/** The fields with the updates. Unknown fields, and values of the wrong type, are refused with 132. */
export function changeDemographics(
  before: Demographics,
  changes: readonly DemographicChange[],
  definitions: readonly FieldDefinition[],
): Demographics | Refusal {
  const fields = new Map(Object.entries(before))
  for (const [index, change] of changes.entries()) {
    const path = `brandDemographics[${index}]`
    const definition = definitions.find(({ name }) => name === change.fieldName)
    if (!definition) return refuseField(132, `${path}.fieldName`, 'no such field is configured for the brand')
    const given = valuesOf(change, definition.type)
    const after = given && changeList(fields.get(change.fieldName) ?? [], { mode: change.mode, values: given })
    if (!after) return refuseField(132, path, `expected ${expected[definition.type]}`)
    if (after.length > 1 && !definition.list) return refuseField(132, path, 'the field takes only one value')
    if (after.length > listEntriesMax) return refuseField(100, path, `must have at most ${listEntriesMax} values`)
    if (after.length === 0) fields.delete(change.fieldName)
    else fields.set(change.fieldName, after)
  }
  return Object.fromEntries(fields)
}

const expected = {
  String: 'a text of 1 to 1000 characters',
  Integer: 'a whole number of at most 15 digits',
  Date: 'a date, yyyy-MM-dd',
}

const textCharactersMax = 1000

/** Undefined if a value is not of the type. */
function valuesOf(
  { value, values = [] }: DemographicChange,
  type: FieldDefinition['type'],
): readonly (string | number)[] | undefined {
  if (value === '') return []
  const read = value === undefined ? values.map((one) => typedValue(one, type)) : [textValue(value, type)]
  return read.every((one) => one !== undefined) ? read : undefined
}

function textValue(text: string, type: FieldDefinition['type']): string | number | undefined {
  switch (type) {
    case 'String':
      return text.length <= textCharactersMax && text !== '' ? text : undefined
    case 'Integer':
      // Adding 0 turns -0 into 0, as the database would.
      return /^-?\d{1,15}$/.test(text) ? Number(text) + 0 : undefined
    case 'Date':
      return isDate(text) ? text : undefined
  }
}

function typedValue(value: TypedValue, type: FieldDefinition['type']): string | number | undefined {
  switch (type) {
    case 'String':
      return value.stringValue === undefined ? undefined : textValue(value.stringValue, type)
    case 'Date':
      return value.dateValue
    case 'Integer': {
      const { integerValue, decimalValue } = value
      return integerValue ?? (decimalValue?.scale === 0 ? decimalValue.units : undefined)
    }
  }
}
