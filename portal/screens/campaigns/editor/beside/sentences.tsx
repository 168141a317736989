import { Paper, Stack, Text, Title } from '@mantine/core'
import { tellCampaign } from '../../../../../server/domain/sentence/tell.ts'
import { useTexts } from '../../../../texts/texts.ts'
import { useEditing } from '../editing.ts'

/** The campaign in plain words, at every letter. */
export function Sentences() {
  const { editor } = useTexts()
  const { value, telling } = useEditing()
  const { when, rules, limits } = tellCampaign(value, telling)
  return (
    <Paper p="md" component="section" aria-label={editor.inWords}>
      <Title order={2} size="sm" mb="xs">
        {editor.inWords}
      </Title>
      <Stack gap="xs" data-sentences>
        {when !== undefined && (
          <Text size="sm" c="dimmed">
            {when}
          </Text>
        )}
        {rules.map(({ id, sentence }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: while a rule is copied, two have the same id.
          <Text key={`${id} ${index}`} size="sm">
            {sentence}
          </Text>
        ))}
        {rules.length === 0 && (
          <Text size="sm" c="dimmed">
            {editor.noRules}
          </Text>
        )}
        {limits !== undefined && (
          <Text size="sm" c="dimmed">
            {limits}
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
