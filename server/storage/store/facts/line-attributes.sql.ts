import type { AttributeTest } from '../../../domain/brand/attributes.ts'
import { type Fragment, nothing, sql } from '../../../ground/database/fragment.ts'

/** What is asked of attributes, by their names. */
export type AttributesAsked = readonly (readonly [name: string, test: AttributeTest])[]

interface WantedAttributes {
  readonly attributes?: AttributesAsked | undefined
  readonly exceptAttributes?: AttributesAsked | undefined
}

/** The column of a line that `attributesHold` looks at. */
export const attributesColumn = (wanted: WantedAttributes): Fragment =>
  isAsked(wanted) ? sql`, line -> 'attributes' as attributes` : nothing

/** That the attributes of a line are what is wanted, as `holdAll` and `holdAny` judge it. */
export function attributesHold({ attributes, exceptAttributes }: WantedAttributes): Fragment {
  const all = attributes ? sql`and not exists (select from ${table(attributes)} where not ${isAsIs})` : nothing
  const none = exceptAttributes ? sql`and not exists (select from ${table(exceptAttributes)} where ${isAsIs})` : nothing
  return sql`${all} ${none}`
}

const isAsked = ({ attributes, exceptAttributes }: WantedAttributes) =>
  attributes !== undefined || exceptAttributes !== undefined

const table = (asked: AttributesAsked) => sql`json_to_recordset(${JSON.stringify(asked.map(toRow))}::json)
  as asked (name text, texts text[], flag boolean, numbers numeric[], bounded boolean, least numeric, most numeric)`

/** What is absent, or of another type than is asked for, is not what is asked for. */
const isAsIs = sql`coalesce(case json_typeof(attributes -> asked.name)
  when 'string' then attributes ->> asked.name = any(asked.texts)
  when 'array' then exists (
    select from json_array_elements_text(attributes -> asked.name) as own (value) where own.value = any(asked.texts))
  when 'boolean' then (attributes ->> asked.name)::boolean = asked.flag
  when 'number' then coalesce((attributes ->> asked.name)::numeric = any(asked.numbers), false)
    or asked.bounded and (attributes ->> asked.name)::numeric
      between coalesce(asked.least, '-infinity') and coalesce(asked.most, 'infinity')
  end, false)`

function toRow([name, test]: AttributesAsked[number]) {
  if (typeof test === 'boolean') return { name, flag: test }
  if (!isList(test)) return { name, bounded: true, least: test.min ?? null, most: test.max ?? null }
  return typeof test[0] === 'number' ? { name, numbers: test } : { name, texts: test }
}

const isList = (test: AttributeTest): test is readonly string[] | readonly number[] => Array.isArray(test)
