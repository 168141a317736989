import { Paper, Stack, Text, TextInput } from '@mantine/core'
import { useTexts } from '../../../texts/texts.ts'
import { ConditionList } from '../editor/chips/condition-list.tsx'
import { asText, useAt } from '../editor/editing.ts'

/** A segment: what it is called, and who is in it. */
export function SegmentForm() {
  const { segments: texts, editor } = useTexts()
  const name = useAt(['name'])
  return (
    <Paper p="md" component="section" aria-label={texts.one}>
      <Stack gap="md">
        <TextInput
          label={texts.name}
          value={asText(name.value)}
          onChange={({ currentTarget }) => name.set(currentTarget.value === '' ? undefined : currentTarget.value)}
          error={name.fault}
          readOnly={name.isReadOnly}
          maw={480}
        />
        <div>
          <Text size="sm" fw={600} mb={4}>
            {texts.who}
          </Text>
          <ConditionList
            path={['where']}
            label={texts.who}
            addLabel={editor.addCondition}
            empty={texts.everybody}
            topic="customer"
            showsAll
          />
        </div>
      </Stack>
    </Paper>
  )
}
