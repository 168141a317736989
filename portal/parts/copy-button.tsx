import { ActionIcon, CopyButton as MantineCopyButton, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from '../texts/texts.ts'

/** Copies an identifier. It stands behind every one that somebody may want to paste elsewhere. */
export function CopyButton({ value }: { readonly value: string }) {
  const { parts } = useTexts()
  return (
    <MantineCopyButton value={value} timeout={1500}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? parts.copied : parts.copy}>
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={`${copied ? parts.copied : parts.copy}: ${value}`}
            onClick={(event) => {
              event.stopPropagation()
              copy()
            }}
          >
            {copied ? <IconCheck size={15} /> : <IconCopy size={15} />}
          </ActionIcon>
        </Tooltip>
      )}
    </MantineCopyButton>
  )
}
