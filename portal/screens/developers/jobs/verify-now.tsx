import { Button, Tooltip } from '@mantine/core'
import { IconShieldCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { newRequestId, useCallToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { useTexts } from '../../../texts/texts.ts'

/** Has every balance derived from the ledger again. */
export function VerifyNow() {
  const { jobs } = useTexts()
  const [requestId, setRequestId] = useState<string>()
  const start = useCallToChange('startErrand')
  const close = () => setRequestId(undefined)
  const onSuccess = () => {
    showDone(jobs.started)
    close()
  }
  return (
    <>
      <Tooltip label={jobs.verifyWhat} multiline w={280}>
        <Button leftSection={<IconShieldCheck size={16} />} onClick={() => setRequestId(newRequestId())}>
          {jobs.verifyNow}
        </Button>
      </Tooltip>
      {requestId !== undefined && (
        <ConfirmDialog
          isOpen
          title={jobs.verifyNow}
          consequence={jobs.verifyWhat}
          action={jobs.verifyNow}
          isBusy={start.isPending}
          error={start.error}
          onConfirm={() => start.mutate({ request: { kind: 'verify' }, requestId }, { onSuccess })}
          onClose={close}
        />
      )}
    </>
  )
}
