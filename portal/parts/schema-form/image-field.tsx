import { Button, FileInput, Group, Image, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTexts } from '../../texts/texts.ts'
import type { Field } from './field.ts'
import { useFrame } from './field-frame.ts'
import type { FieldProps } from './form-context.ts'

/** The keys of the brand file that hold a picture. */
export const isImage = (keyPath: string) => /(^|\.)images\.\w+$/.test(keyPath)

/** What the brand file takes. A larger file is not even read. */
const bytesMax = 64 * 1024

/** A picture, which the brand file holds in base64: it is chosen as a file, and shown. */
export function ImageField({ field, ...props }: FieldProps & { readonly field: Field }) {
  const { required: _, placeholder: __, readOnly, error, ...frame } = useFrame(props, field)
  const { images } = useTexts().settings
  const [isTooLarge, setTooLarge] = useState(false)
  const value = typeof props.value === 'string' ? props.value : ''
  const take = async (file: File | null) => {
    if (!file) return
    setTooLarge(file.size > bytesMax)
    if (file.size <= bytesMax) props.onChange(await toBase64(file))
  }
  return (
    <Stack gap="xs">
      <FileInput
        {...frame}
        error={isTooLarge ? images.tooLarge : error}
        disabled={readOnly}
        accept="image/png"
        placeholder={value === '' ? images.choose : images.chooseAnother}
        value={null}
        onChange={(file) => void take(file)}
      />
      {value !== '' && (
        <Group align="flex-end">
          <Image src={`data:image/png;base64,${value}`} alt={images.shown(props.label)} mah={120} w="auto" maw={320} />
          {!readOnly && (
            <Button variant="default" size="xs" onClick={() => props.onChange(undefined)}>
              {images.remove}
            </Button>
          )}
        </Group>
      )}
    </Stack>
  )
}

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    // data:image/png;base64,…
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => reject(reader.error)
    reader.readAsDataURL(file)
  })
}
