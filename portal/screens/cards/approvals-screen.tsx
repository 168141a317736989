import { Button, Group, Paper, Skeleton, Stack, Text, TextInput, Title } from '@mantine/core'
import { useState } from 'react'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand, useMay } from '../../ask/brand-context.ts'
import { useAsking, useAskToChange } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { showDone } from '../../parts/done-message.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { Moment } from '../../parts/figures.tsx'
import { formatMoment } from '../../parts/format.ts'
import { Page } from '../../parts/page.tsx'
import { type Mood, StatusBadge } from '../../parts/status-badge.tsx'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'
import { useAmountWords } from './amounts.ts'
import { NewSecrets } from './new-secrets.tsx'

type Approval = RouteAnswer<'listApprovals'>['approvals'][number]

/** What needs a second person: to be decided, or what somebody asked for. */
export function ApprovalsScreen() {
  const { approval: texts } = useTexts()
  const mayDecide = useMay('changes.approve')
  const mayServe = useMay('terminal.use')
  const mayPlan = useMay('campaigns.change')
  return (
    <Page title={texts.title} about={texts.about} width="narrow">
      {mayDecide && <List route="listApprovals" title={texts.forMe} canDecide />}
      {(mayServe || mayPlan) && !mayDecide && <List route="myApprovals" title={texts.mine} canDecide={false} />}
    </Page>
  )
}

interface ListProps {
  readonly route: 'listApprovals' | 'myApprovals'
  readonly title: string
  readonly canDecide: boolean
}

function List({ route, title, canDecide }: ListProps) {
  const { approval: texts } = useTexts()
  const { data, error, refetch } = useAsking(route, {}, { everySeconds: 30 })
  if (error) return <ErrorPanel error={error} onRetry={() => void refetch()} />
  return (
    <Stack>
      <Title order={2}>{title}</Title>
      {!data && <Skeleton height={120} />}
      {data?.approvals.length === 0 && <EmptyState title={texts.empty} what={texts.emptyWhat} />}
      {data?.approvals.map((one) => (
        <One key={one.approvalId} approval={one} canDecide={canDecide} />
      ))}
    </Stack>
  )
}

const moods: Readonly<Record<Approval['state'], Mood>> = {
  waiting: 'waiting',
  approved: 'waiting',
  done: 'good',
  failed: 'bad',
  declined: 'neutral',
  over: 'neutral',
}

/** What it comes to, as it was judged: everything that it gives, takes, gives back or moves. */
function amountsIn({ money = 0, points = 0, currency }: Approval) {
  return [
    ...(money > 0 ? [{ amount: money, scale: 2, balanceType: 'Currency', balanceCode: currency }] : []),
    ...(points > 0 ? [{ amount: points, scale: 0, balanceType: 'Points' }] : []),
  ]
}

function One({ approval, canDecide }: { readonly approval: Approval; readonly canDecide: boolean }) {
  const all = useTexts()
  const { approval: texts } = all
  const brand = useBrand()
  const words = useAmountWords()
  const { cardNumber, state, askedBy, askedAt, endsAt, reason, decisionText, decidedBy } = approval
  const isOpen = state === 'waiting' || state === 'approved'
  return (
    <Paper p="md" component="article">
      <Stack gap="xs">
        <Group justify="space-between">
          <Text fw={600}>{[whatOf(approval, all), ...amountsIn(approval).map(words)].join(' · ')}</Text>
          <StatusBadge mood={moods[state]} text={texts.states[state]} />
        </Group>
        {cardNumber !== undefined && <BrandLink to={`cards/${encodeURIComponent(cardNumber)}`}>{cardNumber}</BrandLink>}
        <RepairLink approval={approval} />
        {approval.changes?.map((line) => (
          <Text key={line} size="sm">
            {line}
          </Text>
        ))}
        <Text>{reason}</Text>
        <Group gap="sm" c="dimmed">
          <span>{askedBy}</span>
          <Moment at={askedAt} />
          {isOpen && <span>{texts.ends(formatMoment(endsAt, brand, 'day'))}</span>}
          {decidedBy !== undefined && <span>{decidedBy}</span>}
        </Group>
        {decisionText !== undefined && <Text size="sm">{decisionText}</Text>}
        <NewSecrets {...approval} />
        {canDecide && <WhoCan approval={approval} />}
        {canDecide && isOpen && (approval.isMine ? <Text size="sm">{texts.own}</Text> : <Decide approval={approval} />)}
      </Stack>
    </Paper>
  )
}

/** What a repair after a campaign's mistake is asked for with. */
function repairIn({ operation, request }: Approval) {
  if (operation !== 'startRepair') return undefined
  return request as unknown as { readonly campaign: string; readonly kind: 'take' | 'give' | 'tell' }
}

function whatOf(approval: Approval, { approval: texts, mistake }: Texts): string {
  const repair = repairIn(approval)
  if (repair) return mistake.approval[repair.kind]
  return approval.action ? texts.actions[approval.action] : texts.ofBrand
}

/** Whom it concerns: whoever decides looks there first. */
function RepairLink({ approval }: { readonly approval: Approval }) {
  const { mistake: texts } = useTexts()
  const repair = repairIn(approval)
  if (!repair) return null
  return (
    <BrandLink to={`campaigns/campaign/${encodeURIComponent(repair.campaign)}/mistake`}>{texts.whatItDoes}</BrandLink>
  )
}

/** Where the visitor is no second person: why, and who is. */
function WhoCan({ approval }: { readonly approval: Approval }) {
  const { approval: texts } = useTexts()
  const { isMine, isOneHand = false, whoCan, askedBy } = approval
  if (!whoCan || (!isMine && !isOneHand)) return null
  return (
    <Text size="sm">
      {isOneHand && `${texts.oneHand(askedBy)} `}
      {whoCan.length > 0 ? texts.whoCan(whoCan.join(', ')) : texts.nobodyCan}
    </Text>
  )
}

function Decide({ approval }: { readonly approval: Approval }) {
  const { approval: texts } = useTexts()
  const [isDeclining, setDeclining] = useState(false)
  const decide = useAskToChange('decideApproval', ({ requestRef }, { isApproved }) => {
    setDeclining(false)
    if (isApproved) showDone(texts.approved)
    else showDone(requestRef === undefined ? texts.declinedDone : texts.wasDone)
  })
  const [reason, setReason] = useState('')
  const { approvalId } = approval
  const approve = () => decide.mutate({ approvalId, isApproved: true })
  const decline = () => decide.mutate({ approvalId, isApproved: false, reason })
  return (
    <>
      {decide.error && <ErrorPanel error={decide.error} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={() => setDeclining(true)}>
          {texts.decline}
        </Button>
        <Button loading={decide.isPending} onClick={approve}>
          {texts.approve}
        </Button>
      </Group>
      <ConfirmDialog
        isOpen={isDeclining}
        title={texts.declineTitle}
        consequence={
          <TextInput
            label={texts.declineReason}
            value={reason}
            onChange={({ currentTarget }) => setReason(currentTarget.value)}
          />
        }
        action={texts.decline}
        isBusy={decide.isPending}
        onConfirm={decline}
        onClose={() => setDeclining(false)}
      />
    </>
  )
}
