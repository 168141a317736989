import { Alert, Button, Code, Group, Modal, MultiSelect, Skeleton, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { RouteAnswer } from '../../../ask/ask.ts'
import { useMe } from '../../../ask/brand-context.ts'
import { useAsking, useAskToChange } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { showDone } from '../../../parts/done-message.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { useFocusBack } from '../../../parts/focus-back.ts'
import { useTexts } from '../../../texts/texts.ts'
import type { DescribedReport } from '../report-answer.ts'
import type { WantedMail } from './mail-answer.ts'
import { questionOf, reasonWords, wayWords } from './mail-sentence.ts'
import { PeriodField, TimeFields } from './time-fields.tsx'

/** What is known before anything is chosen: a new one of a report, or one that is changed. */
type KnownMail = Pick<WantedMail, 'report' | 'by' | 'perDay'> & Partial<WantedMail>

interface MailFormProps {
  readonly wanted: KnownMail
  readonly over: DescribedReport['over']
  readonly onClose: () => void
}

/** When a report is sent, about which time, and to whom. */
export function MailForm(props: MailFormProps) {
  useFocusBack()
  const { reports, reportMails: texts, parts } = useTexts()
  const list = useAsking('listReportMails', {})
  const users = useAsking('reportMailUsers', {})
  const error = list.error ?? users.error
  return (
    <Modal
      opened
      size="lg"
      onClose={props.onClose}
      title={texts.newTitle(questionOf(props.wanted, reports))}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      {error && <ErrorPanel error={error} />}
      {!error && (!list.data || !users.data) && <Skeleton height={320} />}
      {list.data?.hasSender === false && <NoSender />}
      {list.data?.hasSender && users.data && <Form {...props} users={users.data.users} />}
    </Modal>
  )
}

/** What to do where the brand has nothing to send by. */
export function NoSender() {
  const { reportMails: texts } = useTexts()
  return (
    <Alert color="yellow" title={texts.noSender}>
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{texts.noSenderWhat}</Text>
        <BrandLink to="messages" search={{ tab: 'senders' }}>
          {texts.toSenders}
        </BrandLink>
      </Stack>
    </Alert>
  )
}

type Users = RouteAnswer<'reportMailUsers'>['users']

function Form({ wanted, over, onClose, users }: MailFormProps & { readonly users: Users }) {
  const { reports, reportMails: texts, parts } = useTexts()
  const me = useMe()
  const mine = users.filter(({ name, hindrance }) => name === me.name && hindrance === undefined)
  const [mail, setMail] = useState<WantedMail>({
    every: 'week',
    weekDay: 1,
    hour: 8,
    receivers: mine.map(({ userId }) => userId),
    ...(over !== 'now' && { period: 'lastWeek' as const }),
    ...wanted,
  })
  const change = (next: Partial<WantedMail>) => setMail((before) => ({ ...before, ...next }))
  const save = useAskToChange('saveReportMail')
  const submit = () =>
    save.mutate(mail, {
      onSuccess: () => {
        showDone(wanted.schedule === undefined ? texts.saved : texts.changed)
        onClose()
      },
    })
  const ways = [...(mail.by === undefined ? [] : [wayWords(mail.by, reports)]), ...(mail.perDay ? [texts.perDay] : [])]
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <Stack>
        <TimeFields mail={mail} change={change} />
        {over !== 'now' && <PeriodField over={over} mail={mail} change={change} />}
        {ways.length > 0 && (
          <Text size="sm" c="dimmed">
            {texts.asShown} {ways.join(', ')}
          </Text>
        )}
        <ReceiverField users={users} mail={mail} change={change} />
        {users.every(({ hindrance }) => hindrance !== undefined) && <Text size="sm">{texts.nobody}</Text>}
        {save.error && <ErrorPanel error={save.error} />}
        <Group justify="space-between">
          <TestButton mail={mail} />
          <Group>
            <Button variant="default" onClick={onClose}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={save.isPending} disabled={mail.receivers.length === 0}>
              {texts.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </form>
  )
}

interface ReceiverFieldProps {
  readonly users: Users
  readonly mail: WantedMail
  readonly change: (next: Partial<WantedMail>) => void
}

/** Users of the portal, and nobody else. Those who cannot get it are shown, so that nobody looks for them. */
function ReceiverField({ users, mail, change }: ReceiverFieldProps) {
  const { reportMails: texts } = useTexts()
  return (
    <MultiSelect
      label={texts.receivers}
      description={texts.receiversWhat}
      searchable
      data={users.map(({ userId, name, displayName, hindrance }) => ({
        value: userId,
        label: labelOf(displayName === name ? name : `${displayName} (${name})`, hindrance && texts.cannot[hindrance]),
        disabled: hindrance !== undefined,
      }))}
      value={[...mail.receivers]}
      onChange={(receivers) => change({ receivers })}
    />
  )
}

const labelOf = (who: string, why: string | undefined) => (why === undefined ? who : `${who}: ${why}`)

/** One mail to oneself, as it would be today. */
export function TestButton({ mail }: { readonly mail: Pick<WantedMail, 'report' | 'by' | 'perDay' | 'period'> }) {
  const texts = useTexts()
  const own = texts.reportMails
  const test = useAskToChange('tryReportMail')
  const { report, by, perDay, period } = mail
  const send = () =>
    test.mutate({ report, ...(perDay && { perDay }), ...(by !== undefined && { by }), ...(period && { period }) })
  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="subtle" loading={test.isPending} onClick={send}>
        {own.test}
      </Button>
      {test.error && <ErrorPanel error={test.error} />}
      {test.data && (
        <Alert
          role="status"
          color={test.data.result === 'sent' ? 'teal' : 'red'}
          title={test.data.result === 'sent' ? own.testSent : own.testFailed}
        >
          <TestResult {...test.data} />
        </Alert>
      )}
    </Stack>
  )
}

/** Why it was not sent, or where to; in the demo the mail itself, because it reaches nobody. */
function TestResult({ result, why, to, demo }: RouteAnswer<'tryReportMail'>) {
  const texts = useTexts()
  const own = texts.reportMails
  const mine: Readonly<Record<string, string>> = own.mine
  return (
    <Stack gap="xs">
      {why !== undefined && <Text size="sm">{mine[why] ?? reasonWords(why, texts)}</Text>}
      {result === 'disabled' && <Text size="sm">{own.senderOff}</Text>}
      {to !== undefined && <Text size="sm">{own.sentTo(to)}</Text>}
      {demo && (
        <>
          <Text size="sm">{own.demoMail}</Text>
          <Text size="sm" fw={600}>
            {demo.subject}
          </Text>
          <Code block mah={240} style={{ whiteSpace: 'pre-wrap' }}>
            {demo.text}
          </Code>
          {demo.file !== undefined && <Text size="sm">{own.demoFile(demo.file)}</Text>}
        </>
      )}
    </Stack>
  )
}
