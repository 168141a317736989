import { Group, Stack, Text } from '@mantine/core'
import { isRecord } from '../../../parts/schema-form/field.ts'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { innerOf } from './inner.ts'
import { CountLine, TextLine } from './lines.tsx'

interface NumbersFormProps extends FieldProps {
  readonly of: 'cards' | 'coupons'
  readonly isSaved: boolean
}

/** What the numbers of cards or coupons look like that the server makes, with an example. */
export function NumbersForm({ of, isSaved, ...props }: NumbersFormProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const at = innerOf(props)
  const example = exampleOf(props.value, of)
  return (
    <Stack gap={6}>
      <Group gap="sm" align="flex-start">
        <CountLine {...at('count', texts.numbersCount, true)} w={150} />
        <TextLine {...at('prefix', texts.numbersPrefix)} placeholder={of === 'cards' ? '6006' : 'W-'} w={150} />
        <CountLine {...at('length', texts.numbersLength, true)} w={150} />
      </Group>
      <Text size="xs" c="dimmed">
        {example !== undefined && `${texts.numbersExample(example.text, example.random)} `}
        {isSaved && texts.numbersGrow}
      </Text>
    </Stack>
  )
}

const sample = { cards: '4821903511770264', coupons: 'K7RQ2MXB9TWP4HSC' } as const

/** A number as it would look, and how much of it nobody can foresee. */
function exampleOf(value: unknown, of: 'cards' | 'coupons') {
  const { prefix = '', length } = isRecord(value) ? value : {}
  if (typeof prefix !== 'string' || typeof length !== 'number' || length > 64) return undefined
  const random = length - prefix.length
  if (random < 1) return undefined
  return { text: prefix + sample[of].repeat(4).slice(0, random), random }
}
