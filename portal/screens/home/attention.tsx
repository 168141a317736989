import { Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconAlertTriangle, IconChevronRight, IconCircleCheck } from '@tabler/icons-react'
import { toldReport } from '../../../server/domain/report-words/told-report.ts'
import type { RouteAnswer } from '../../ask/ask.ts'
import { useBrand } from '../../ask/brand-context.ts'
import { useAsking } from '../../ask/queries.ts'
import { BrandLink } from '../../parts/brand-link.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { ErrorPanel } from '../../parts/error-panel.tsx'
import { formatAmount } from '../../parts/format.ts'
import type { Texts } from '../../texts/shape.ts'
import { useTexts } from '../../texts/texts.ts'

type Item = RouteAnswer<'homeAttention'>['items'][number]

/** Where each is mended. */
const mendedAt = {
  approvalsOff: 'settings',
  loosenedAlone: 'settings/audit',
  receiverDisabled: 'messages',
  receiverFailing: 'messages',
  messagesGivenUp: 'messages',
  noSender: 'messages',
  webhookDisabled: 'developers/webhooks',
  webhookFailing: 'developers/webhooks',
  cardSetLow: 'settings',
  couponSetLow: 'coupons',
  couponSetEmpty: 'coupons',
  certificateEnds: 'settings/passes',
  certificateEnded: 'settings/passes',
  budgetTight: 'campaigns',
  reportMailFailed: 'reports/mails',
  standsOut: 'reports',
  errandFailed: 'developers/jobs',
  draftRefused: 'campaigns/drafts',
  scheduleRefused: 'developers/versions',
  draftsInReview: 'campaigns/drafts',
} as const satisfies Record<Item['kind'], string>

/** What somebody should look at, each leading to where it is mended. */
export function Attention({ isNew }: { readonly isNew: boolean }) {
  const { home } = useTexts()
  const { locations } = useBrand()
  const isWhole = locations === undefined
  const { data, error, refetch } = useAsking('homeAttention', {}, { enabled: isWhole, everySeconds: 60 })
  return (
    <Paper p="lg">
      <Stack>
        {isWhole ? <Title order={2}>{home.attention}</Title> : <Text>{home.attentionHidden}</Text>}
        {error && <ErrorPanel error={error} onRetry={() => refetch()} />}
        {isWhole && !data && !error && <Skeleton height={120} />}
        {data?.items.length === 0 && (
          <EmptyState
            icon={<IconCircleCheck size={36} stroke={1.4} />}
            title={isNew ? home.attentionNew : home.attentionNone}
            what={isNew ? home.attentionNewWhat : home.attentionNoneWhat}
          />
        )}
        {data?.items.map((item) => (
          <AttentionLink key={`${item.kind} ${item.subject ?? ''}`} item={item} />
        ))}
      </Stack>
    </Paper>
  )
}

function AttentionLink({ item }: { readonly item: Item }) {
  const { home, reports } = useTexts()
  const brand = useBrand()
  const count = formatAmount(item.count ?? 0, brand)
  return (
    <BrandLink to={mendedAt[item.kind]} {...openedBy(item)} underline="never" c="inherit">
      <Group wrap="nowrap" gap="sm" align="flex-start">
        <IconAlertTriangle size={20} stroke={1.6} color="var(--mantine-color-orange-6)" aria-hidden />
        <Text flex={1} size="sm">
          {sentence(named(item, reports), count, home.lookAt)}
        </Text>
        <IconChevronRight size={18} stroke={1.6} aria-hidden />
      </Group>
    </BrandLink>
  )
}

/** A webhook is opened at once, not only the list that it is in. */
function openedBy({ kind, subject }: Item) {
  if (kind === 'noSender') return { search: { tab: 'senders' } }
  return kind === 'webhookDisabled' || kind === 'webhookFailing' ? { search: { open: subject } } : {}
}

/** A report by the question that it answers. */
const named = (item: Item, texts: Texts['reports']): Item =>
  item.kind === 'reportMailFailed'
    ? { ...item, subject: toldReport({ name: item.subject ?? '', about: '' }, texts).question }
    : item

function sentence({ kind, subject = '', detail = '' }: Item, count: string, texts: Texts['home']['lookAt']): string {
  switch (kind) {
    case 'approvalsOff':
    case 'certificateEnded':
      return texts[kind]
    case 'messagesGivenUp':
    case 'certificateEnds':
    case 'errandFailed':
    case 'draftsInReview':
      return texts[kind](count)
    case 'couponSetEmpty':
    case 'receiverDisabled':
    case 'receiverFailing':
    case 'draftRefused':
    case 'loosenedAlone':
    case 'scheduleRefused':
      return texts[kind](subject)
    case 'standsOut':
      return texts.standsOut(subject, detail)
    default:
      return texts[kind](subject, count)
  }
}
