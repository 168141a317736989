import { Button, Code, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import { useBrand } from '../../../ask/brand-context.ts'
import { useCalling } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { languageName } from '../../../parts/language-name.ts'
import { useSpoken, useTexts } from '../../../texts/texts.ts'
import { SendPreview } from './test-send.tsx'

interface TemplatePreviewProps {
  readonly template: string
  /** By which it is sent. */
  readonly channel: unknown
}

/** What the customer of a card would read. HTML is shown as its source: nothing of it is carried out here. */
export function TemplatePreview({ template, channel }: TemplatePreviewProps) {
  const { messages } = useTexts()
  const brand = useBrand()
  const { language } = useSpoken()
  const [typed, setTyped] = useState('')
  const [card, setCard] = useState('')
  const [chosen, setChosen] = useState<string | null>(null)
  const { languages = [] } = brand
  const request = { templateId: template, cardNumber: card, ...(chosen !== null && { language: chosen }) }
  const { data, error } = useCalling('renderTemplate', request, { enabled: card !== '' })
  return (
    <Stack gap="sm" component="section">
      <Title order={3} fz="md">
        {messages.preview}
      </Title>
      <Text size="sm" c="dimmed">
        {messages.previewLanguage(languageName(brand.language, language))}
      </Text>
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
          {languages.length > 1 && (
            <Select
              label={messages.previewIn}
              placeholder={messages.previewOwn}
              data={languages.map((value) => ({ value, label: languageName(value, language) }))}
              value={chosen}
              onChange={setChosen}
              clearable
            />
          )}
          <Button type="submit" variant="default" disabled={typed.trim() === ''}>
            {messages.show}
          </Button>
        </Group>
      </form>
      {error && <ErrorPanel error={error} />}
      {data && card !== '' && (
        <>
          <RenderedMessage subject={data.subject} body={data.body} html={data.html} isEmail={channel === 'email'} />
          <SendPreview channel={channel} content={{ subject: data.subject ?? '', text: data.body, html: data.html }} />
        </>
      )}
    </Stack>
  )
}

interface RenderedMessageProps {
  readonly subject: string | undefined
  readonly body: string
  readonly html: string | undefined
  readonly isEmail: boolean
}

function RenderedMessage({ subject, body, html, isEmail }: RenderedMessageProps) {
  const { messages } = useTexts()
  return (
    <Paper p="md">
      {subject !== undefined && <Text fw={600}>{subject}</Text>}
      <Text style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{body}</Text>
      {html !== undefined && (
        <>
          <Text size="sm" c="dimmed" mt="sm">
            {messages.previewHtml}
          </Text>
          <Code block>{html}</Code>
        </>
      )}
      {isEmail && (
        <Text size="sm" c="dimmed" mt="sm">
          {messages.previewLine}
        </Text>
      )}
    </Paper>
  )
}
