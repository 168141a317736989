import { Button, Group, List, Modal, Stack, Text } from '@mantine/core'
import { useMay } from '../../../../ask/brand-context.ts'
import { BrandLink } from '../../../../parts/brand-link.tsx'
import { useFocusBack } from '../../../../parts/focus-back.ts'
import type { Texts } from '../../../../texts/shape.ts'
import { useTexts } from '../../../../texts/texts.ts'
import type { Needing } from './use-begin.ts'

interface NeededFirstProps {
  readonly needing: Needing
  readonly isBusy: boolean
  readonly onClose: () => void
}

type Need = Needing['needs'][number]

/** What a recipe takes for granted about the brand, and what has to be set up before it can work, with the way there. */
export function NeededFirst({ needing, isBusy, onClose }: NeededFirstProps) {
  useFocusBack()
  const { editor, parts } = useTexts()
  const { title, needs, assumes, goOn } = needing
  return (
    <Modal
      opened
      onClose={onClose}
      title={needs.length > 0 ? editor.neededTitle(title) : title}
      closeButtonProps={{ 'aria-label': parts.close }}
      size="lg"
    >
      <Stack>
        {assumes.length > 0 && (
          <>
            <Text>{editor.assumed}</Text>
            <List>
              {assumes.map((one) => (
                <List.Item key={one}>{one}</List.Item>
              ))}
            </List>
          </>
        )}
        {needs.length > 0 && (
          <>
            <Text>{editor.neededWhat}</Text>
            <List>
              {needs.map((need) => (
                <List.Item key={need.program}>
                  <NeedLink need={need} />
                </List.Item>
              ))}
            </List>
          </>
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {parts.cancel}
          </Button>
          <Button loading={isBusy} onClick={goOn}>
            {needs.length > 0 ? editor.beginAnyway : editor.begin}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

function NeedLink({ need }: { readonly need: Need }) {
  const { editor } = useTexts()
  const maySee = useMay('configuration.see')
  const words = need.isNew ? editor.neededNew(need.name) : editor.neededOf(need.name, partWords(need, editor))
  if (!maySee) return words
  if (need.isNew) return <BrandLink to="settings/programs">{words}</BrandLink>
  const [tab] = need.parts.filter((part) => part in editor.neededParts)
  return (
    <BrandLink
      to={`settings/programs/${encodeURIComponent(need.program)}`}
      {...(tab !== undefined && { search: { tab } })}
    >
      {words}
    </BrandLink>
  )
}

function partWords({ parts }: Need, { neededParts, neededOther }: Texts['editor']): string {
  const words: Readonly<Record<string, string>> = neededParts
  return [...new Set(parts.map((part) => (Object.hasOwn(words, part) ? words[part] : neededOther)))].join(', ')
}
