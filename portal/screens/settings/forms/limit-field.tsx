import { Fieldset, SimpleGrid } from '@mantine/core'
import { isRecord } from '../../../parts/schema-form/field.ts'
import type { FieldProps } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'
import { innerOf } from './inner.ts'
import { AmountLine } from './lines.tsx'

/** How much somebody may do alone: at once, and in a day. */
export function LimitField(props: FieldProps) {
  const { settings } = useTexts()
  const { forms: texts } = settings
  const at = innerOf({ ...props, onChange: (next) => props.onChange(unlessEmpty(next)) })
  const perDay = at('perDay', texts.limitPerDay)
  const daily = innerOf({ ...perDay, onChange: (next) => perDay.onChange(unlessEmpty(next)) })
  return (
    <Fieldset legend={props.label}>
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <AmountLine {...at('money', texts.moneyAtOnce)} />
        <AmountLine {...at('points', texts.pointsAtOnce)} />
        <AmountLine {...daily('money', texts.moneyPerDay)} />
        <AmountLine {...daily('points', texts.pointsPerDay)} />
      </SimpleGrid>
    </Fieldset>
  )
}

/** A limit that says nothing is none. */
const unlessEmpty = (limit: unknown) => (isRecord(limit) && Object.keys(limit).length === 0 ? undefined : limit)
