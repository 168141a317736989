import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { useMay } from '../../../ask/brand-context.ts'
import { useAsking } from '../../../ask/queries.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { EmptyState } from '../../../parts/empty-state.tsx'
import { ErrorPanel } from '../../../parts/error-panel.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { Page } from '../../../parts/page.tsx'
import { StatusBadge } from '../../../parts/status-badge.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { MailActions } from './mail-actions.tsx'
import type { MailReceiver, ReportMail } from './mail-answer.ts'
import { NoSender } from './mail-form.tsx'
import { aboutWords, questionOf, standingWords, whenWords } from './mail-sentence.ts'

/** The reports that are sent by e-mail: when, to whom, and whether they arrive. */
export function MailsScreen() {
  const { reports, reportMails: texts } = useTexts()
  const maySend = useMay('reports.send')
  const { data, error, refetch } = useAsking('listReportMails', {}, { everySeconds: 30 })
  return (
    <Page title={texts.title} about={texts.about} secondary={<BrandLink to="reports">{reports.all}</BrandLink>}>
      {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
      {!data && !error && <Skeleton height={160} />}
      {data && !data.hasSender && maySend && <NoSender />}
      {data && data.mails.length >= data.countMax && <Text c="dimmed">{texts.full(data.countMax)}</Text>}
      {data?.mails.length === 0 && (
        <Paper>
          <EmptyState
            title={maySend ? texts.none : texts.noneMine}
            what={maySend ? texts.noneWhat : texts.noneMineWhat}
            action={maySend && <BrandLink to="reports">{reports.all}</BrandLink>}
          />
        </Paper>
      )}
      <Stack>
        {data?.mails.map((mail) => (
          <MailPanel key={mail.schedule} mail={mail} />
        ))}
      </Stack>
    </Page>
  )
}

function MailPanel({ mail }: { readonly mail: ReportMail }) {
  const texts = useTexts()
  const { reports, reportMails: own } = texts
  const { isPaused, nextAt, madeBy, receivers } = mail
  return (
    <Paper p="lg" component="section" aria-label={questionOf(mail, reports)}>
      <Stack gap="md">
        <Group justify="space-between" align="flex-start">
          <div>
            <Group gap="sm">
              <Title order={2}>{questionOf(mail, reports)}</Title>
              {isPaused && <StatusBadge mood="neutral" text={own.paused} />}
            </Group>
            <Text>{whenWords(mail, own)}</Text>
            <Text size="sm" c="dimmed">
              {aboutWords(mail, texts)}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              {own.madeBy(madeBy)}
              {nextAt !== undefined && (
                <>
                  {' · '}
                  {own.next} <Moment at={nextAt} />
                </>
              )}
            </Text>
          </div>
          <MailActions mail={mail} />
        </Group>
        <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
          {receivers.map((receiver) => (
            <Receiver key={receiver.userId} receiver={receiver} />
          ))}
        </Stack>
      </Stack>
    </Paper>
  )
}

function Receiver({ receiver }: { readonly receiver: MailReceiver }) {
  const texts = useTexts()
  const { name, displayName, isMe, at } = receiver
  const { mood, words, why } = standingWords(receiver, texts)
  return (
    <Group component="li" gap="sm" align="center">
      <Text miw={220} style={{ overflowWrap: 'anywhere' }}>
        {displayName}
        {isMe && ` (${texts.reportMails.me})`}
        {displayName !== name && (
          <Text span size="sm" c="dimmed">
            {' '}
            {name}
          </Text>
        )}
      </Text>
      <StatusBadge mood={mood} text={words} />
      {(why !== undefined || at !== undefined) && (
        <Text size="sm" c="dimmed" component="div">
          {why}
          {why !== undefined && at !== undefined && ' · '}
          {at !== undefined && <Moment at={at} />}
        </Text>
      )}
    </Group>
  )
}
