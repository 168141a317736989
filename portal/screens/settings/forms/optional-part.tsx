import { Button, Fieldset, Stack, Text } from '@mantine/core'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { isRecord } from '../../../parts/schema-form/field.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'

interface OptionalPartProps extends FieldProps {
  /** What is said while there is nothing. */
  readonly none: string
  readonly add: string
  readonly end: string
  readonly children: ReactNode
}

/** A part of an entry that is there or not: it is added by one button and taken away by another. */
export function OptionalPart({ label, value, onChange, none, add, end, children }: OptionalPartProps) {
  const { isReadOnly } = useFormSetting()
  if (!isRecord(value))
    return (
      <Fieldset legend={label}>
        <Stack gap="xs" align="flex-start">
          <Text size="sm">{none}</Text>
          {!isReadOnly && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPlus size={14} />}
              onClick={() => onChange({})}
            >
              {add}
            </Button>
          )}
        </Stack>
      </Fieldset>
    )
  return (
    <Fieldset legend={label}>
      <Stack gap="md">
        {children}
        {!isReadOnly && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            w="fit-content"
            leftSection={<IconX size={14} />}
            onClick={() => onChange(undefined)}
          >
            {end}
          </Button>
        )}
      </Stack>
    </Fieldset>
  )
}
