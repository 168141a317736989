import { Stack, Text } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTexts } from '../../../../texts/texts.ts'
import { useAt, useEditing } from '../editing.ts'
import { textOf } from '../model/edit-text.ts'
import { readEntry } from '../model/entry-text.ts'
import { isSame, type Path } from '../model/plain.ts'

const YamlEditor = lazy(async () => ({ default: (await import('../../../../parts/yaml/yaml-editor.tsx')).YamlEditor }))

/** What the form cannot show, as the text that it is: it is never lost, and it can be changed. */
export function YamlField({ path, label }: { readonly path: Path; readonly label: string }) {
  const { editor } = useTexts()
  const { isReadOnly } = useEditing()
  const { value, set, fault } = useAt(path)
  const [text, setText] = useState(() => textOf(value))
  const { value: read, problems } = readEntry(text)
  useEffect(() => {
    // What comes from elsewhere is shown; what is being typed stays as it is typed.
    setText((current) => (isSame(readEntry(current).value, value) ? current : textOf(value)))
  }, [value])
  const change = (next: string) => {
    setText(next)
    const entry = readEntry(next)
    if (entry.problems.length === 0 && !isSame(entry.value, value)) set(entry.value ?? undefined)
  }
  const wrong = problems[0]?.message ?? (isSame(read, value) ? fault : undefined)
  return (
    <Stack gap={4}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Suspense fallback={null}>
        <YamlEditor
          label={label}
          hint={editor.leaveHint}
          value={text}
          onChange={change}
          isReadOnly={isReadOnly}
          isSmall
        />
      </Suspense>
      {wrong !== undefined && (
        <Text size="xs" c="var(--mantine-color-error)">
          {wrong}
        </Text>
      )}
    </Stack>
  )
}
