import { Alert, Group, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconInfoCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMay } from '../../../ask/brand-context.ts'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { Moment } from '../../../parts/figures.tsx'
import { useTexts } from '../../../texts/texts.ts'
import type { FoundDraft } from './draft.ts'
import { TakeBack } from './take-back.tsx'
import { UndoButton } from './undo.tsx'

/** How the draft stands, in sentences: who asked, who approved, why it was refused, who else is at it. */
export function DraftNotices({ found }: { readonly found: FoundDraft }) {
  const { drafts: texts } = useTexts()
  return (
    <>
      <StateNotice found={found} />
      {found.others.length > 0 && (
        <Notice isWarning title={texts.others}>
          <List size="sm">
            {found.others.map((other) => (
              <List.Item key={`${other.draftId} ${other.section} ${other.key ?? ''}`}>
                <BrandLink to={`campaigns/drafts/${other.draftId}`} size="sm">
                  {texts.otherDraft(other.title, other.changedBy)}
                </BrandLink>
              </List.Item>
            ))}
          </List>
        </Notice>
      )}
    </>
  )
}

function StateNotice({ found }: { readonly found: FoundDraft }) {
  const { drafts: texts } = useTexts()
  const { draft, needsSecondPerson, mayApprove } = found
  const { state, submittedBy = '', reviewedBy = '', reviewNote, publishAt, reasons = [] } = draft
  switch (state) {
    case 'inReview':
      return (
        <Notice>{[texts.waitsForReview(submittedBy), ...(mayApprove ? [] : [texts.waitsForOthers])].join(' ')}</Notice>
      )
    case 'approved':
      return <Notice>{[texts.approvedBy(reviewedBy), reviewNote].filter(Boolean).join(' ')}</Notice>
    case 'scheduled':
      return (
        <Notice>
          {`${texts.scheduledFor}: `}
          <Moment at={publishAt ?? ''} />
        </Notice>
      )
    case 'refused':
      return (
        <Notice isWarning title={texts.refusedWhat}>
          <List size="sm">
            {reasons.map((reason) => (
              <List.Item key={reason}>{reason}</List.Item>
            ))}
          </List>
        </Notice>
      )
    case 'published':
      return <PublishedNotice found={found} />
    case 'open':
      return (
        <>
          {reviewNote !== undefined && (
            <Notice isWarning title={texts.sentBackBy(reviewedBy)}>
              {reviewNote}
            </Notice>
          )}
          {needsSecondPerson && reviewNote === undefined && <Notice>{texts.needsApproval}</Notice>}
        </>
      )
    case 'discarded':
      return null
  }
}

/**
 * Undo is one press as long as nothing else was changed since: it would take that back, too. After that, and where
 * somebody else approves what is published, a draft brings back what was there before.
 */
function PublishedNotice({ found: { draft, liveVersion, needsSecondPerson } }: { readonly found: FoundDraft }) {
  const { drafts: texts } = useTexts()
  const [mayUndo, mayWrite] = [useMay('configuration.change'), useMay('campaigns.change')]
  const { version = 0, draftId } = draft
  const isNewest = liveVersion === version && version > 1
  const isUndone = isNewest && !needsSecondPerson && mayUndo
  const words = [
    texts.publishedAs(version),
    ...(liveVersion > version ? [texts.publishedSince] : []),
    ...(isUndone || !mayWrite ? [] : [needsSecondPerson ? texts.rollBackReviewed : texts.rollBackWhat]),
  ]
  return (
    <Notice>
      <Group justify="space-between">
        <Text size="sm" flex={1} miw={240}>
          {words.join(' ')}
        </Text>
        {isUndone ? <UndoButton version={version} /> : mayWrite && <TakeBack draftId={draftId} />}
      </Group>
    </Notice>
  )
}

interface NoticeProps {
  readonly title?: string
  readonly isWarning?: boolean
  readonly children: ReactNode
}

function Notice({ title, isWarning = false, children }: NoticeProps) {
  const Icon = isWarning ? IconAlertTriangle : IconInfoCircle
  return (
    <Alert color={isWarning ? 'yellow' : 'ink'} variant="light" icon={<Icon size={20} stroke={1.6} />} title={title}>
      {children}
    </Alert>
  )
}
