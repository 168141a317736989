import { Alert, Button, Checkbox, FileButton, Group, Paper, Stack, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useAskToChange } from '../../../ask/queries.ts'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { ApplyFile } from './apply-file.tsx'
import { ChangeList, FaultList } from './file-findings.tsx'

const charactersMax = 900_000

/** A file, what is wrong with it, what it would change, and then the change. */
export function ImportFile({ onDone }: { readonly onDone: () => void }) {
  const { brandFile } = useTexts()
  const [text, setText] = useState('')
  const [checked, setChecked] = useState<string>()
  const [overwrite, setOverwrite] = useState(false)
  const check = useAskToChange('checkBrandFile')
  const isTooLarge = text.length > charactersMax
  const look = (overwriting: boolean) => {
    setOverwrite(overwriting)
    setChecked(text)
    check.mutate({ text, overwrite: overwriting })
  }
  return (
    <Stack>
      <Paper p="md">
        <Stack>
          <ChooseFile onText={setText} />
          <Textarea
            label={brandFile.paste}
            value={text}
            minRows={10}
            maxRows={24}
            autosize
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
            spellCheck={false}
            error={isTooLarge && brandFile.tooLarge}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button
              loading={check.isPending}
              disabled={text.trim() === '' || isTooLarge}
              onClick={() => look(overwrite)}
            >
              {brandFile.check}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {check.error && <ErrorPanel error={check.error} />}
      {check.data && checked === text && (
        <Findings answer={check.data} overwrite={overwrite} onOverwrite={look} onDone={onDone} />
      )}
    </Stack>
  )
}

function ChooseFile({ onText }: { readonly onText: (text: string) => void }) {
  const { brandFile } = useTexts()
  const read = (file: File | null) => {
    file?.text().then(onText, () => undefined)
  }
  return (
    <Group>
      <FileButton onChange={read} accept=".yaml,.yml,.json">
        {(props) => (
          <Button {...props} variant="default" leftSection={<IconUpload size={16} />}>
            {brandFile.choose}
          </Button>
        )}
      </FileButton>
    </Group>
  )
}

interface FindingsProps {
  readonly answer: RouteAnswer<'checkBrandFile'>
  readonly overwrite: boolean
  readonly onOverwrite: (overwrite: boolean) => void
  readonly onDone: () => void
}

function Findings({ answer, overwrite, onOverwrite, onDone }: FindingsProps) {
  const { brandFile } = useTexts()
  const { faults, warnings, changes, isOvertaken, file } = answer
  const found = useRef<HTMLDivElement>(null)
  // A long file pushes the answer below the edge of the window.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is shown once.
  useEffect(() => {
    found.current?.scrollIntoView({ block: 'nearest' })
  }, [answer])
  return (
    <Stack ref={found} aria-live="polite">
      {(isOvertaken || overwrite) && (
        <Alert color="yellow" variant="light">
          {isOvertaken && brandFile.overtaken}
          <Checkbox
            mt={isOvertaken ? 'xs' : 0}
            label={brandFile.overwrite}
            checked={overwrite}
            onChange={(event) => onOverwrite(event.currentTarget.checked)}
          />
        </Alert>
      )}
      {faults.length > 0 && (
        <FaultList color="red" title={brandFile.faults(faults.length)} what={brandFile.faultsWhat} faults={faults} />
      )}
      {warnings.length > 0 && <FaultList color="yellow" title={brandFile.warnings} faults={warnings} />}
      {faults.length === 0 && (
        <Paper p="md">
          {changes.length === 0 ? (
            brandFile.noChanges
          ) : (
            <Stack>
              <ChangeList title={brandFile.changes(changes.length)} changes={changes} />
              <ApplyFile file={file} overwrite={overwrite} onDone={onDone} />
            </Stack>
          )}
        </Paper>
      )}
    </Stack>
  )
}
