import { Alert, List, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleX } from '@tabler/icons-react'
import { BrandLink } from '../../../parts/brand-link.tsx'
import { useTexts } from '../../../texts/texts.ts'
import { type DraftFault, editorAddress, nameOfEntry } from './draft.ts'

interface FaultPanelProps {
  readonly draftId: string
  readonly title: string
  readonly faults: readonly DraftFault[]
  readonly isBad?: boolean
}

/** What is wrong, each with a link to where it is mended. */
export function FaultPanel({ draftId, title, faults, isBad = false }: FaultPanelProps) {
  const { drafts: texts } = useTexts()
  if (faults.length === 0) return null
  const Icon = isBad ? IconCircleX : IconAlertTriangle
  return (
    <Alert color={isBad ? 'red' : 'yellow'} variant="light" icon={<Icon size={20} stroke={1.6} />} title={title}>
      <List size="sm" spacing={4}>
        {faults.map((fault) => (
          <List.Item key={`${fault.section} ${fault.key} ${fault.path} ${fault.line} ${fault.message}`}>
            {fault.line === undefined ? (
              <Text span size="sm" fw={600}>
                {nameOfEntry(fault, texts)}
              </Text>
            ) : (
              <BrandLink to={editorAddress(draftId, fault)} size="sm">
                {`${nameOfEntry(fault, texts)}, ${texts.line(fault.line)}`}
              </BrandLink>
            )}
            {`: ${[fault.path, fault.message].filter((part) => part !== '').join(': ')}`}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
