import { Select, TagsInput, Text, TextInput } from '@mantine/core'
import { AmountInput } from '../../../parts/amount-input.tsx'
import { DayInput } from '../../../parts/day-input.tsx'
import { faultAt } from '../../../parts/schema-form/faults.ts'
import { type FieldProps, useFormSetting } from '../../../parts/schema-form/form-context.ts'
import { useTexts } from '../../../texts/texts.ts'

interface LineProps extends FieldProps {
  readonly about?: string | undefined
  readonly w?: number | string
}

/** What every input of a form shares: its name, what it means, and what is wrong with it. */
function useLine({ label, paths, isRequired, isDisabled, about, w }: LineProps) {
  const { faults, isReadOnly } = useFormSetting()
  return {
    label,
    description: about,
    error: faultAt(faults, paths),
    withAsterisk: isRequired,
    'aria-required': isRequired,
    readOnly: isReadOnly || isDisabled === true,
    ...(w !== undefined && { w }),
  }
}

interface TextLineProps extends LineProps {
  readonly placeholder?: string
  readonly onBlur?: () => void
}

export function TextLine({ placeholder, onBlur, ...props }: TextLineProps) {
  return (
    <TextInput
      {...useLine(props)}
      placeholder={placeholder}
      value={typeof props.value === 'string' ? props.value : ''}
      onChange={({ currentTarget: { value } }) => props.onChange(value === '' ? undefined : value)}
      onBlur={onBlur}
    />
  )
}

interface AmountLineProps extends LineProps {
  readonly unit?: string | undefined
  /** How many decimals it can have, where that is known. */
  readonly scale?: number | undefined
}

export function AmountLine({ unit, scale, ...props }: AmountLineProps) {
  return (
    <AmountInput
      {...useLine(props)}
      value={props.value}
      scale={scale}
      isExact
      onChange={props.onChange}
      rightSection={
        unit === undefined ? undefined : (
          <Text size="xs" c="dimmed">
            {unit}
          </Text>
        )
      }
      rightSectionWidth={64}
    />
  )
}

export function CountLine({ placeholder, ...props }: LineProps & { readonly placeholder?: string }) {
  return (
    <AmountInput
      {...useLine(props)}
      placeholder={placeholder}
      value={props.value}
      scale={0}
      onChange={props.onChange}
    />
  )
}

interface LineChoice {
  readonly value: string
  readonly label: string
}

interface ChoiceLineProps extends LineProps {
  readonly choices: readonly LineChoice[]
  /** What holds while nothing is chosen. */
  readonly placeholder?: string | undefined
}

/** One of several, by what people call them. What is chosen stays visible, though it may not be offered any more. */
export function ChoiceLine({ choices, placeholder, ...props }: ChoiceLineProps) {
  const { readOnly, ...line } = useLine(props)
  const value = props.value === undefined || props.value === null ? null : String(props.value)
  const isKnown = value === null || choices.some((one) => one.value === value)
  return (
    <Select
      {...line}
      readOnly={readOnly}
      placeholder={placeholder}
      data={isKnown ? [...choices] : [...choices, { value, label: value }]}
      value={value}
      onChange={(next) => props.onChange(next ?? undefined)}
      allowDeselect={!props.isRequired}
      clearable={!props.isRequired && !readOnly}
      searchable={choices.length > 8}
    />
  )
}

export function TagsLine(props: LineProps) {
  const { settings } = useTexts()
  return (
    <TagsInput
      {...useLine(props)}
      placeholder={settings.tagsHint}
      value={Array.isArray(props.value) ? props.value.map(String) : []}
      onChange={(next) => props.onChange(next.length > 0 ? next : undefined)}
    />
  )
}

interface WindowLineProps {
  readonly from: FieldProps
  readonly until: FieldProps
}

/** From when until when; either may be open. */
export function WindowLine({ from, until }: WindowLineProps) {
  const { settings } = useTexts()
  const { faults, isReadOnly: readOnly } = useFormSetting()
  const { forms: texts } = settings
  return (
    <>
      <DayInput {...from} {...{ readOnly }} label={texts.firstDay} error={faultAt(faults, from.paths)} />
      <DayInput
        {...until}
        {...{ readOnly }}
        label={texts.until}
        lastDayLabel={texts.lastDay}
        error={faultAt(faults, until.paths)}
      />
    </>
  )
}
