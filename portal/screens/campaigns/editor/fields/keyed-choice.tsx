import { asText, useAt } from '../editing.ts'
import type { Path } from '../model/plain.ts'
import { ChoiceField } from './choice-field.tsx'

interface KeyedChoiceProps {
  readonly path: Path
  readonly label: string
  readonly choices: readonly { readonly value: string; readonly label: string }[]
}

/** One of a few, at a path. */
export function KeyedChoice({ path, label, choices }: KeyedChoiceProps) {
  const { value, set, fault } = useAt(path)
  return (
    <ChoiceField
      {...{ label, choices }}
      value={value === undefined ? undefined : asText(value)}
      onChange={set}
      error={fault}
      width={200}
    />
  )
}
