import { Button, Code, Group, Paper, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useCalling } from '../../ask/queries.ts'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { useTexts } from '../../texts/texts.ts'
import { SendPreview } from './test-send.tsx'

interface TemplatePreviewProps {
  readonly template: string
  /** By which it is sent. */
  readonly channel: unknown
}

/** What the customer of a card would read. HTML is shown as its source: nothing of it is carried out here. */
export function TemplatePreview({ template, channel }: TemplatePreviewProps) {
  const { messages } = useTexts()
  const [typed, setTyped] = useState('')
  const [card, setCard] = useState('')
  const request = { templateId: template, cardNumber: card }
  const { data, error } = useCalling('renderTemplate', request, { enabled: card !== '' })
  return (
    <Stack gap="sm" component="section">
      <Title order={3} fz="md">
        {messages.preview}
      </Title>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          setCard(typed.trim())
        }}
      >
        <Group align="flex-end">
          <TextInput
            flex={1}
            label={messages.previewCard}
            description={messages.previewSaved}
            placeholder={messages.previewHint}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Button type="submit" variant="default" disabled={typed.trim() === ''}>
            {messages.show}
          </Button>
        </Group>
      </form>
      {error && <ErrorPanel error={error} />}
      {data && card !== '' && (
        <Paper p="md">
          {data.subject !== undefined && <Text fw={600}>{data.subject}</Text>}
          <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{data.body}</Text>
          {data.html !== undefined && (
            <>
              <Text size="sm" c="dimmed" mt="sm">
                {messages.previewHtml}
              </Text>
              <Code block>{data.html}</Code>
            </>
          )}
          {channel === 'email' && (
            <Text size="sm" c="dimmed" mt="sm">
              {messages.previewLine}
            </Text>
          )}
        </Paper>
      )}
      {data && card !== '' && (
        <SendPreview channel={channel} content={{ subject: data.subject ?? '', text: data.body, html: data.html }} />
      )}
    </Stack>
  )
}
