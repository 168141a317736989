import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking, useAskToChange } from '../../../ask/queries.ts'
import { ConfirmDialog } from '../../../parts/confirm-dialog.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { ReportMail } from './mail-answer.ts'
import { MailForm, TestButton } from './mail-form.tsx'
import { questionOf } from './mail-sentence.ts'

interface ActionProps {
  readonly mail: ReportMail
}

/** What can be done with a report by e-mail: by whoever may, and by those who get it. */
export function MailActions({ mail }: ActionProps) {
  const maySend = useMay('reports.send')
  const isMine = mail.receivers.some(({ isMe, hindrance }) => isMe && hindrance === undefined)
  return (
    <Stack align="flex-end" gap="xs">
      <Group gap="xs">
        {maySend && <Edit mail={mail} />}
        {maySend && <Pause mail={mail} />}
        {isMine && <Stop mail={mail} />}
        {maySend && <Delete mail={mail} />}
      </Group>
      {maySend && <TestButton mail={mail} />}
    </Stack>
  )
}

function Edit({ mail }: ActionProps) {
  const { reportMails: texts } = useTexts()
  const [isOpen, setOpen] = useState(false)
  const { data } = useAsking('listReports', {})
  const over = data?.reports.find(({ name }) => name === mail.report)?.over ?? 'period'
  const { schedule, report, by, perDay, period, every, weekDay, monthDay, hour, receivers } = mail
  const wanted = {
    ...{ schedule, report, perDay, every, hour },
    ...(by !== undefined && { by }),
    ...(period !== undefined && { period }),
    ...(weekDay !== undefined && { weekDay }),
    ...(monthDay !== undefined && { monthDay }),
    receivers: receivers.filter(({ hindrance }) => hindrance === undefined).map(({ userId }) => userId),
  }
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpen(true)}>
        {texts.edit}
      </Button>
      {isOpen && <MailForm wanted={wanted} over={over} onClose={() => setOpen(false)} />}
    </>
  )
}

function Pause({ mail: { schedule, isPaused } }: ActionProps) {
  const { reportMails: texts } = useTexts()
  const change = useAskToChange('pauseReportMail')
  const turn = () =>
    change.mutate(
      { schedule, isPaused: !isPaused },
      { onSuccess: () => showDone(isPaused ? texts.resumedDone : texts.pausedDone) },
    )
  return (
    <>
      <Button variant="default" size="compact-sm" loading={change.isPending} onClick={turn}>
        {isPaused ? texts.resume : texts.pause}
      </Button>
      {change.error && <ErrorPanel error={change.error} />}
    </>
  )
}

function Stop({ mail }: ActionProps) {
  const { reports, reportMails: texts } = useTexts()
  const [isAsking, setAsking] = useState(false)
  const change = useAskToChange('stopReportMail', () => done(texts.stopped, setAsking))
  const stop = () => change.mutate({ schedule: mail.schedule })
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {texts.stop}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        title={texts.stopTitle(questionOf(mail, reports))}
        consequence={texts.stopWhat}
        action={texts.stop}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={stop}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function Delete({ mail }: ActionProps) {
  const { reports, reportMails: texts } = useTexts()
  const [isAsking, setAsking] = useState(false)
  const change = useAskToChange('deleteReportMail', () => done(texts.deleted, setAsking))
  const remove = () => change.mutate({ schedule: mail.schedule })
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setAsking(true)}>
        {texts.delete}
      </Button>
      <ConfirmDialog
        isOpen={isAsking}
        isDestructive
        title={texts.deleteTitle(questionOf(mail, reports))}
        consequence={texts.deleteWhat(mail.receivers.length)}
        action={texts.delete}
        isBusy={change.isPending}
        error={change.error}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

function done(words: string, setAsking: (isAsking: boolean) => void): void {
  showDone(words)
  setAsking(false)
}
