import { useTexts } from '../../texts/texts.ts'
import { faultAt } from './faults.ts'
import type { Field } from './field.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'
import { useWords } from './words.ts'

/** What every input says: its name, what it means, what is usual, and what is wrong. */
export function useFrame({ label, paths, keyPath, isRequired, isDisabled }: FieldProps, field: Field) {
  const { faults, isReadOnly, section } = useFormSetting()
  const { meaning, choice } = useWords(section)
  const { settings } = useTexts()
  const { usual } = field
  const isPlain = typeof usual === 'string' || typeof usual === 'number'
  return {
    label,
    description: meaning(keyPath, field.about),
    placeholder: isPlain && usual !== '' ? settings.usually(choice(usual)) : undefined,
    error: faultAt(faults, paths),
    required: isRequired,
    withAsterisk: isRequired,
    // Not disabled: what cannot be changed can still be read and copied.
    readOnly: isDisabled === true || isReadOnly,
    // Whether it is really filled in is said by the server, in words.
    'aria-required': isRequired,
  }
}
