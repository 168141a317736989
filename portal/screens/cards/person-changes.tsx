import { Text } from '@mantine/core'
import { readableName } from '../../parts/format.ts'
import { useTexts } from '../../texts/texts.ts'
import type { CardHappening } from './sentence.ts'

type Change = NonNullable<CardHappening['changes']>[number]

/** What a call changed of the person behind a card, a line for each field: what it was, and what it is. */
export function PersonChanges({ changes }: { readonly changes: readonly Change[] }) {
  const { customer: texts } = useTexts()
  return changes.map(({ of, field, before, after }) => {
    const names: Readonly<Record<string, string>> = of === 'own' ? {} : { ...texts.moreFields, ...texts.fields }
    const name = texts.changedOf[of](names[field] ?? readableName(field))
    const shown = (value: string) => (of === 'optIn' ? (value === 'yes' ? texts.agreed : texts.declined) : value)
    return (
      <Text key={`${of} ${field}`} size="sm" c="dimmed" component="div">
        {texts.change(name, before && shown(before), after && shown(after))}
      </Text>
    )
  })
}
