import { Autocomplete, MultiSelect, Select, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useTexts } from '../../texts/texts.ts'
import { AmountInput } from '../amount-input.tsx'
import { PasswordField } from '../password-field.tsx'
import type { Field, Option } from './field.ts'
import { useFrame } from './field-frame.ts'
import { type FieldProps, useFormSetting } from './form-context.ts'
import { useWords } from './words.ts'

type Props = FieldProps & { readonly field: Field }

const shown = (value: unknown) => (value === undefined || value === null ? '' : String(value))
const orNothing = (text: string) => (text === '' ? undefined : text)

export function TextField({ field, ...props }: Props) {
  const { required: _, ...frame } = useFrame(props, field)
  const { suggestionsFor } = useFormSetting()
  const { settings } = useTexts()
  const suggestions = suggestionsFor(props.keyPath)
  const onChange = (text: string) => props.onChange(orNothing(text))
  const value = shown(props.value)
  if (suggestions?.isClosed)
    return (
      <Select
        {...frame}
        data={withCurrent(suggestions.values, value)}
        value={value === '' ? null : value}
        onChange={(next) => props.onChange(next ?? undefined)}
        clearable={!props.isRequired}
        searchable
      />
    )
  if (suggestions)
    return (
      <Autocomplete
        {...frame}
        data={suggestions.values.map((one) => one.value)}
        limit={20}
        value={value}
        onChange={onChange}
      />
    )
  if (props.keyPath.endsWith('password'))
    return (
      <PasswordField
        {...frame}
        autoComplete="new-password"
        placeholder={settings.passwordKept}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  if (field.kind === 'text' && field.isLong && !/(url|smtp|subject)$/i.test(props.keyPath))
    return (
      <Textarea
        {...frame}
        autosize
        minRows={2}
        maxRows={14}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    )
  return <TextInput {...frame} value={value} onChange={(event) => onChange(event.currentTarget.value)} />
}

/** A number whose digits matter: an amount, a rate. */
export function DecimalField({ field, ...props }: Props) {
  const { required: _, ...frame } = useFrame(props, field)
  return <AmountInput {...frame} value={props.value} scale={rateScale} isSigned isExact onChange={props.onChange} />
}

/** Rates have many decimals, so that a point and three digits could be either. */
const rateScale = 6

/** What is chosen stays visible, even if nothing of that name exists any more. */
function withCurrent(values: readonly { readonly value: string; readonly label: string }[], current: string) {
  const isKnown = current === '' || values.some(({ value }) => value === current)
  return isKnown ? [...values] : [...values, { value: current, label: current }]
}

export function NumberField({ field, ...props }: Props) {
  const { required: _, ...frame } = useFrame(props, field)
  if (field.kind !== 'number') return null
  return (
    <AmountInput
      {...frame}
      value={props.value}
      scale={field.isInteger ? 0 : rateScale}
      isSigned={field.min === undefined || field.min < 0}
      onChange={props.onChange}
    />
  )
}

export function FlagField({ field, ...props }: Props) {
  const {
    placeholder: _,
    required: _required,
    withAsterisk: _asterisk,
    'aria-required': _aria,
    readOnly,
    ...frame
  } = useFrame(props, field)
  const isOn = props.value ?? field.usual ?? false
  return (
    <Switch
      {...frame}
      disabled={readOnly}
      checked={isOn === true}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  )
}

export function ChoiceField({ field, options, ...props }: Props & { readonly options: readonly Option[] }) {
  const { required: _, ...frame } = useFrame(props, field)
  const { section } = useFormSetting()
  const { choice } = useWords(section)
  const chosen = options.find((one) => one.value === props.value)
  return (
    <Select
      {...frame}
      {...(chosen?.about !== undefined && { description: chosen.about })}
      data={options.map(({ value }) => ({ value: String(value), label: choice(value) }))}
      value={chosen ? String(chosen.value) : null}
      onChange={(next) => props.onChange(options.find(({ value }) => String(value) === next)?.value)}
      clearable={!props.isRequired}
      searchable={options.length > 8}
    />
  )
}

export function ChoicesField({ field, options, ...props }: Props & { readonly options: readonly Option[] }) {
  const { required: _, ...frame } = useFrame(props, field)
  const { section } = useFormSetting()
  const { choice } = useWords(section)
  const chosen = Array.isArray(props.value) ? props.value.map(String) : []
  return (
    <MultiSelect
      {...frame}
      data={options.map(({ value }) => ({ value: String(value), label: choice(value) }))}
      value={chosen}
      onChange={(next) => props.onChange(next.length > 0 ? next : undefined)}
      searchable
      clearable
    />
  )
}

export function TagsField({ field, ...props }: Props) {
  const { required: _, ...frame } = useFrame(props, field)
  const { suggestionsFor } = useFormSetting()
  const { settings } = useTexts()
  const values = suggestionsFor(props.keyPath)?.values.map(({ value }) => value)
  return (
    <TagsInput
      {...frame}
      placeholder={settings.tagsHint}
      {...(values && { data: values })}
      value={Array.isArray(props.value) ? props.value.map(String) : []}
      onChange={(next) => props.onChange(next.length > 0 ? next : undefined)}
    />
  )
}
