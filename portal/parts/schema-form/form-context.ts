import { type ComponentType, createContext, useContext } from 'react'
import type { Fault } from './faults.ts'
import type { Definitions, Schema } from './field.ts'

/** Texts that a key may have, besides any other: the entries that it can refer to, or what is usual. */
export interface Suggestions {
  readonly values: readonly { readonly value: string; readonly label: string }[]
  /** Whether nothing else may be chosen. */
  readonly isClosed: boolean
}

export interface FormSetting {
  readonly section: string
  readonly definitions: Definitions
  readonly faults: readonly Fault[]
  readonly isReadOnly: boolean
  /** By the path of the key without any entries' names: `group`, `employees.name`. */
  readonly suggestionsFor: (path: string) => Suggestions | undefined
  /** Fields that are filled in otherwise than their description says, by section and path of the key; without a path, all of the entry. */
  readonly ownFields?: Readonly<Record<string, ComponentType<FieldProps>>>
  /** The entry as it was saved last. Absent: it is new. */
  readonly saved?: unknown
  /** Fields are made of fields: those that have others in them find the way back here. */
  readonly SchemaField: ComponentType<FieldProps & { readonly schema: Schema }>
}

export const FormContext = createContext<FormSetting | undefined>(undefined)

export function useFormSetting(): FormSetting {
  const setting = useContext(FormContext)
  if (!setting) throw new Error('This field is in no form.')
  return setting
}

export interface FieldProps {
  /** The key's own name, or that of a row. */
  readonly label: string
  readonly value: unknown
  readonly onChange: (value: unknown) => void
  /** How the file's reader may call this place. */
  readonly paths: readonly string[]
  /** The same without the names of entries. */
  readonly keyPath: string
  readonly isRequired: boolean
  readonly isDisabled?: boolean
  readonly depth: number
}
