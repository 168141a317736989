import { keyPaths } from '../../../parts/schema-form/faults.ts'
import { isRecord, withKey } from '../../../parts/schema-form/field.ts'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'

/** The fields of an object: each is a key of it. */
export function innerOf(props: Omit<FieldProps, 'label'>) {
  const record = isRecord(props.value) ? props.value : {}
  return (key: string, label: string, isRequired = false): FieldProps => ({
    label,
    value: record[key],
    onChange: (next) => props.onChange(withKey(record, key, next)),
    paths: keyPaths(props.paths, key),
    keyPath: props.keyPath === '' ? key : `${props.keyPath}.${key}`,
    isRequired,
    ...(props.isDisabled !== undefined && { isDisabled: props.isDisabled }),
    depth: props.depth + 1,
  })
}
