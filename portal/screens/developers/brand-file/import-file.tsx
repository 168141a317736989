import { Alert, Button, Checkbox, FileButton, Group, Paper, Stack, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useBrand } from '../../../ask/brand-context.ts'
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
  const [how, setHow] = useState<Manner>({ overwrite: false, promote: false })
  const check = useAskToChange('checkBrandFile')
  const isTooLarge = text.length > charactersMax
  const look = (next: Manner) => {
    setHow(next)
    setChecked(text)
    check.mutate({ text, ...next })
  }
  const change = (next: string) => {
    setText(next)
    // Another file may be of this very brand.
    setHow({ overwrite: false, promote: false })
  }
  return (
    <Stack>
      <Paper p="md">
        <Stack>
          <ChooseFile onText={change} />
          <Textarea
            label={brandFile.paste}
            value={text}
            minRows={10}
            maxRows={24}
            autosize
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: '0.8125rem' } }}
            spellCheck={false}
            error={isTooLarge && brandFile.tooLarge}
            onChange={(event) => change(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button loading={check.isPending} disabled={text.trim() === '' || isTooLarge} onClick={() => look(how)}>
              {brandFile.check}
            </Button>
          </Group>
        </Stack>
      </Paper>
      {check.error && <ErrorPanel error={check.error} />}
      {check.data && checked === text && <Findings answer={check.data} how={how} onHow={look} onDone={onDone} />}
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

/** How a file is applied. */
interface Manner {
  readonly overwrite: boolean
  /** It is of another brand, whose configuration this one takes over. */
  readonly promote: boolean
}

interface FindingsProps {
  readonly answer: RouteAnswer<'checkBrandFile'>
  readonly how: Manner
  readonly onHow: (how: Manner) => void
  readonly onDone: () => void
}

function Findings({ answer, how, onHow, onDone }: FindingsProps) {
  const { brandFile } = useTexts()
  const { faults, warnings, changes, isOvertaken, otherBrand, file } = answer
  const { overwrite } = how
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
            onChange={(event) => onHow({ ...how, overwrite: event.currentTarget.checked })}
          />
        </Alert>
      )}
      {otherBrand !== undefined && <Promotion other={otherBrand} how={how} onHow={onHow} />}
      {faults.length > 0 && (otherBrand === undefined || how.promote) && (
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
              <ApplyFile file={file} how={how} onDone={onDone} />
            </Stack>
          )}
        </Paper>
      )}
    </Stack>
  )
}

interface PromotionProps {
  readonly other: string
  readonly how: Manner
  readonly onHow: (how: Manner) => void
}

/** A file of another brand is no mistake where something was tried out there first. */
function Promotion({ other, how, onHow }: PromotionProps) {
  const { brandFile } = useTexts()
  const { name } = useBrand()
  return (
    <Alert variant="light" title={brandFile.otherBrand(other)}>
      {brandFile.promoteWhat}
      <Checkbox
        mt="xs"
        label={brandFile.promote(name)}
        checked={how.promote}
        onChange={(event) => onHow({ ...how, promote: event.currentTarget.checked })}
      />
    </Alert>
  )
}
