import { Button, FileButton, Group, Paper, Stack, Text, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useAskToChange } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Page } from '../../../parts/page.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { SettingsAbout } from '../settings-about.tsx'
import { ImportPreview } from './import-preview.tsx'

const bytesMax = 900_000

/** Products from a spreadsheet or a till: first looked at, then taken. */
export function ProductsImportScreen() {
  const { settings } = useTexts()
  const [read, setRead] = useState<RouteAnswer<'readProducts'> | undefined>()
  return (
    <Page title={settings.products.title} about={<SettingsAbout text={settings.products.about} to="products" />}>
      {read ? <ImportPreview read={read} onAnother={() => setRead(undefined)} /> : <ChooseFile onRead={setRead} />}
    </Page>
  )
}

function ChooseFile({ onRead }: { readonly onRead: (read: RouteAnswer<'readProducts'>) => void }) {
  const { products } = useTexts().settings
  const [text, setText] = useState('')
  const read = useAskToChange('readProducts')
  const isTooLarge = text.length > bytesMax
  const look = (csv: string) => read.mutate({ csv }, { onSuccess: onRead })
  const take = async (file: File | null) => {
    if (!file) return
    const content = await file.text()
    setText(content)
    if (content.length <= bytesMax) look(content)
  }
  return (
    <Paper p="lg" maw={760}>
      <Stack>
        <FileButton accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void take(file)}>
          {(props) => (
            <Button {...props} variant="default" leftSection={<IconUpload size={16} />} w="fit-content">
              {products.choose}
            </Button>
          )}
        </FileButton>
        <Textarea
          label={products.orPaste}
          autosize
          minRows={6}
          maxRows={16}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
          value={text}
          error={isTooLarge ? products.tooLarge : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        {read.error && <ErrorPanel error={read.error} />}
        <Group justify="space-between">
          <Text size="sm" c="dimmed">
            {products.keepOthers}
          </Text>
          <Button loading={read.isPending} disabled={text.trim() === '' || isTooLarge} onClick={() => look(text)}>
            {products.read}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
