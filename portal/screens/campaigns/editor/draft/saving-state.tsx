import { Alert, Button, Grid, Group, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCloudUp, IconPencil } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { ErrorPanel } from '../../../../parts/error-panel.tsx'
import { useTexts } from '../../../../texts/texts.ts'
import { addressOf, type DraftText, type LookedUpDraft, type Saving } from './draft.ts'

const YamlEditor = lazy(async () => ({ default: (await import('../../../../parts/yaml/yaml-editor.tsx')).YamlEditor }))

/** Whether what is written here is kept. */
export function SavingState({ saving }: { readonly saving: Saving }) {
  const { editor } = useTexts()
  const { kind } = saving
  const icon = { saved: <IconCheck size={16} />, saving: <IconCloudUp size={16} />, changed: <IconPencil size={16} /> }
  const isCalm = kind === 'saved' || kind === 'saving' || kind === 'changed'
  return (
    <Group gap={6} wrap="nowrap" role="status" c="dimmed">
      {isCalm ? icon[kind] : <IconAlertTriangle size={16} />}
      <Text size="sm">{editor.savings[kind]}</Text>
    </Group>
  )
}

interface SavingTroubleProps {
  readonly saving: Saving
  readonly entry: DraftText
  readonly onSettle: (theirs: LookedUpDraft, isMine: boolean) => void
  readonly onRetry: () => void
}

/** Somebody else has written the same draft, or it could not be saved: nothing is lost, and nothing is overwritten. */
export function SavingTrouble({ saving, entry, onSettle, onRetry }: SavingTroubleProps) {
  const { editor } = useTexts()
  if (saving.kind === 'failed') return <ErrorPanel error={saving.error} onRetry={onRetry} />
  if (saving.kind !== 'conflict') return null
  const { theirs } = saving
  const other = theirs.entries.find((one) => addressOf(one) === addressOf(entry))
  return (
    <Alert color="yellow" icon={<IconAlertTriangle size={18} />} title={editor.conflictTitle(theirs.draft.changedBy)}>
      <Stack gap="sm">
        <Text size="sm">{editor.conflictWhat}</Text>
        <Suspense fallback={null}>
          <Grid gap="sm">
            {(
              [
                [editor.theirs, other?.text ?? ''],
                [editor.mine, entry.text ?? ''],
              ] as const
            ).map(([label, text]) => (
              <Grid.Col key={label} span={{ base: 12, md: 6 }}>
                <Text size="sm" fw={600} mb={4}>
                  {label}
                </Text>
                <YamlEditor
                  {...{ label }}
                  hint={editor.leaveHint}
                  value={text}
                  onChange={() => undefined}
                  isReadOnly
                  isSmall
                />
              </Grid.Col>
            ))}
          </Grid>
        </Suspense>
        <Group gap="sm">
          <Button variant="default" onClick={() => onSettle(theirs, false)}>
            {editor.takeTheirs}
          </Button>
          <Button onClick={() => onSettle(theirs, true)}>{editor.keepMine}</Button>
        </Group>
      </Stack>
    </Alert>
  )
}
