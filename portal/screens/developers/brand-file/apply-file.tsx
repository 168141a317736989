import { Button, Group, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import type { OperationAnswer } from '../../../ask/ask.ts'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { ShownOnce } from '../../../parts/shown-once.tsx'
import { useTexts } from '../../../texts/texts.ts'

interface ApplyFileProps {
  readonly file: unknown
  readonly how: { readonly overwrite: boolean; readonly promote: boolean }
  readonly onDone: () => void
}

type Applied = OperationAnswer<'applyBrand'>

/** Applies a file that was checked, with a note. */
export function ApplyFile({ file, how, onDone }: ApplyFileProps) {
  const { brandFile, developers } = useTexts()
  const [note, setNote] = useState('')
  const [requestId] = useState(newRequestId)
  const [secrets, setSecrets] = useState<Applied['newSecrets']>()
  const apply = useCallToChange('applyBrand')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const onSuccess = ({ version, newSecrets }: Applied) => {
      if (version !== undefined) showDone(brandFile.applied(version))
      if (newSecrets.length > 0) setSecrets(newSecrets)
      else onDone()
    }
    const request = { brandFile: file, ...how, ...(note.trim() !== '' && { note: note.trim() }) }
    apply.mutate({ request, requestId }, { onSuccess })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label={developers.note}
          description={developers.noteWhat}
          maxLength={500}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        {apply.error && <ErrorPanel error={apply.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={apply.isPending}>
            {brandFile.apply}
          </Button>
        </Group>
      </Stack>
      {secrets && (
        <ShownOnce
          title={brandFile.secretsTitle}
          what={brandFile.secretsWhat}
          secrets={secrets.map(({ address, secret }) => ({ label: address, value: secret }))}
          onClose={onDone}
        />
      )}
    </form>
  )
}
