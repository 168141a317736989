import { CloseButton, Group, Paper, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTexts } from '../texts/texts.ts'
import classes from './list-with-detail.module.css'

interface ListWithDetailProps {
  readonly list: ReactNode
  /** What is open beside the list; its address is the caller's. */
  readonly detail?: { readonly title: string; readonly content: ReactNode; readonly onClose: () => void } | undefined
}

/** A list, and beside it the one that was opened. On narrow screens the detail lies over the list. */
export function ListWithDetail({ list, detail }: ListWithDetailProps) {
  const { parts } = useTexts()
  return (
    <div className={classes.both} data-open={detail !== undefined || undefined}>
      <div className={classes.list}>{list}</div>
      {detail && (
        <Paper component="aside" className={classes.detail} aria-label={detail.title}>
          <Group justify="space-between" align="flex-start" wrap="nowrap" mb="md">
            <Title order={2}>{detail.title}</Title>
            <CloseButton aria-label={parts.close} onClick={detail.onClose} />
          </Group>
          {detail.content}
        </Paper>
      )}
    </div>
  )
}
