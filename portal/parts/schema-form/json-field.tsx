import { JsonInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import type { Field } from './field.ts'
import { useFrame } from './field-frame.ts'
import type { FieldProps } from './form-context.ts'

type Props = FieldProps & { readonly field: Field }

const textOf = (value: unknown) => (value === undefined ? '' : JSON.stringify(value, null, 2))

/** What is too deep for a form, as the text that it is. What is no JSON yet is kept as it is typed. */
export function JsonField({ field, ...props }: Props) {
  const { required: _, ...frame } = useFrame(props, field)
  const { settings } = useTexts()
  const [text, setText] = useState(() => textOf(props.value))
  const read = parsed(text)
  const outside = textOf(props.value)
  useEffect(() => {
    // What came from elsewhere is shown; what is being typed stays as it is typed.
    setText((current) => {
      const own = parsed(current)
      return textOf(own ? own.value : current) === outside ? current : outside
    })
  }, [outside])
  const change = (next: string) => {
    setText(next)
    const taken = parsed(next)
    // As a text it is not what the file wants: the server says so, and it cannot be saved by mistake.
    props.onChange(taken ? taken.value : next)
  }
  return (
    <JsonInput
      {...frame}
      error={read ? frame.error : settings.noJson}
      autosize
      minRows={3}
      maxRows={24}
      spellCheck={false}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      value={text}
      onChange={change}
    />
  )
}

function parsed(text: string): { readonly value: unknown } | undefined {
  if (text.trim() === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}
