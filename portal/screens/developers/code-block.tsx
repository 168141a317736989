import { Code, Group, Text } from '@mantine/core'
import { CopyButton } from '../../parts/copy-button.tsx'
import classes from './code-block.module.css'

interface CodeBlockProps {
  readonly title?: string
  readonly text: string
  /** How much of it is seen without scrolling. */
  readonly isTall?: boolean
}

/** Text for machines, to be read and copied. */
export function CodeBlock({ title, text, isTall = false }: CodeBlockProps) {
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {title}
        </Text>
        <CopyButton value={text} />
      </Group>
      {/* It scrolls, so that it can be reached by keyboard. */}
      <Code block className={isTall ? classes.tall : classes.block} tabIndex={0} aria-label={title}>
        {text}
      </Code>
    </div>
  )
}
