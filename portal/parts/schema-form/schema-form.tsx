import { useMemo } from 'react'
import { isRecord, type Schema } from './field.ts'
import { FormContext, type FormSetting } from './form-context.ts'
import { Keys } from './keys.tsx'
import { SchemaField } from './schema-field.tsx'

interface SchemaFormProps extends Omit<FormSetting, 'SchemaField'> {
  readonly schema: Schema
  readonly value: unknown
  readonly onChange: (value: Readonly<Record<string, unknown>>) => void
  /** How the file's reader calls the entry: `locations[L1]`. */
  readonly path: string
  /** Only these keys; all if absent. */
  readonly keys?: readonly string[]
  /** Keys that cannot be changed here. */
  readonly fixed?: readonly string[]
}

const noFields: NonNullable<FormSetting['ownFields']> = {}

/** A form made of the description of an entry of the brand file. Keys that it does not know stay in the entry. */
export function SchemaForm({ schema, value, onChange, path, keys, fixed = [], ...props }: SchemaFormProps) {
  const { section, definitions, faults, isReadOnly, suggestionsFor, ownFields = noFields, saved } = props
  const setting = useMemo(
    () => ({ section, definitions, faults, isReadOnly, suggestionsFor, ownFields, saved, SchemaField }),
    [section, definitions, faults, isReadOnly, suggestionsFor, ownFields, saved],
  )
  const Whole = ownFields[`${section}.`]
  return (
    <FormContext value={setting}>
      {Whole ? (
        <Whole
          label=""
          value={value}
          onChange={(next) => onChange(isRecord(next) ? next : {})}
          paths={[path]}
          keyPath=""
          isRequired
          depth={0}
        />
      ) : (
        <Keys {...{ schema, value, keys, fixed }} onChange={onChange} paths={[path]} keyPath="" depth={0} />
      )}
    </FormContext>
  )
}
